import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useNewDataDir } from "../support/database.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";

const ANA = "ana@example.com";

beforeEach(() => {
  useNewDataDir();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

test("two saves of a speaker in one millisecond are told apart, so that the older form is refused", async () => {
  const { createSpeaker, updateSpeaker } = await import("#app/models/speaker/speaker.server.ts");
  const { SpeakerInput } = await import("#app/models/speaker/input.server.ts");
  const values = await SpeakerInput.parseAsync(SPEAKER);
  const created = await createSpeaker(values, ANA);
  if (!created.ok) throw new Error(created.reason);
  const save = async (company: string, seen?: number) => {
    const saved = await updateSpeaker(created.speaker.id, { ...values, company }, ANA, { seen });
    return saved.ok ? Date.parse(saved.speaker.updatedAt) : saved.reason;
  };
  const first = await save("First");
  expect(await save("Second", Number(first))).toBeTypeOf("number");
  expect(await save("Third", Number(first))).toBe("stale");
});

test("two saves of a session in one millisecond are told apart, so that the older form is refused", async () => {
  const { createProgramSession, updateProgramSession } = await import(
    "#app/models/program-session/program-session.server.ts"
  );
  const { ProgramSessionInput } = await import("#app/models/program-session/input.server.ts");
  const values = await ProgramSessionInput.parseAsync(SESSION);
  const created = await createProgramSession(values, ANA);
  if (!created.ok) throw new Error(created.reason);
  const save = async (title: string, seen?: number) => {
    const saved = await updateProgramSession(created.programSession.id, { ...values, title }, ANA, { seen });
    return saved.ok ? Date.parse(saved.programSession.updatedAt) : saved.reason;
  };
  const first = await save("First");
  expect(await save("Second", Number(first))).toBeTypeOf("number");
  expect(await save("Third", Number(first))).toBe("stale");
});
