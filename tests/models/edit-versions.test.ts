import { beforeEach, expect, test, vi } from "vitest";
import type { Editable } from "#app/models/editable/declaration.server.ts";
import { useNewDataDir } from "../support/database.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";

const ANA = "ana@example.com";

beforeEach(() => {
  useNewDataDir();
  vi.useFakeTimers({ toFake: ["Date"] });
});

test.each([
  ["speaker", SPEAKER],
  ["session", SESSION],
] as const)(
  "two saves of a %s in one millisecond have different versions, so the older form is refused",
  async (kind, answers) => {
    const { EDITABLES } = await import("#app/models/editables.server.ts");
    const model: Editable = EDITABLES[kind];
    const values = await model.input.parseAsync(answers);
    const created = await model.create(values, ANA);
    if (!created.ok) throw new Error(created.reason);
    const save = async (title: string, seen?: number) => {
      const saved = await model.update(created.item.id, { ...values, title }, ANA, { seen });
      return saved.ok ? Date.parse(saved.item.updatedAt) : saved.reason;
    };
    const first = await save("First");
    expect(await save("Second", Number(first))).toBeTypeOf("number");
    expect(await save("Third", Number(first))).toBe("stale");
  },
);

test("a move makes no open form stale, neither its own nor its neighbour's", async () => {
  const { SPEAKERS } = await import("#app/models/speaker/speaker.server.ts");
  const values = await SPEAKERS.input.parseAsync(SPEAKER);
  for (const name of ["Ada", "Ben"]) await SPEAKERS.create({ ...values, name }, ANA);
  const opened = await SPEAKERS.list();
  vi.setSystemTime(Date.now() + 60_000);
  expect(await SPEAKERS.move(opened[0]?.id ?? 0, "down", ANA)).toEqual({ ok: true });
  expect((await SPEAKERS.list()).map(({ name }) => name)).toEqual(["Ben", "Ada"]);
  for (const { id, updatedAt } of opened)
    expect(await SPEAKERS.update(id, values, ANA, { seen: updatedAt.getTime() })).toMatchObject({ ok: true });
});
