// Each form is processed once. Repeated submissions get the first result, in every process.
import { beforeAll, expect, test } from "vitest";
import { useNewDataDir } from "../support/database.ts";

type Idempotency = typeof import("#app/models/changeset/changeset.server.ts");
/** This process's copy of the models, and a second copy that simulates another process. */
let here: Idempotency;
let elsewhere: Idempotency;
beforeAll(async () => {
  const dataDir = useNewDataDir();
  here = await import("#app/models/changeset/changeset.server.ts");
  useNewDataDir({ DATA_DIR: dataDir });
  elsewhere = await import("#app/models/changeset/changeset.server.ts");
  expect(elsewhere).not.toBe(here);
});

const OUTCOMES = [
  true,
  false,
  null,
  0,
  3,
  "text",
  [],
  { ok: true },
  { ok: false, reason: "over" },
  { n: null },
];
const ROWS = OUTCOMES.map((outcome) => [JSON.stringify(outcome), outcome]);

const ACTOR = "ana@example.com";

test.each(ROWS)(
  "a copy of a form that got %s gets it again, here and in another process",
  async (_, outcome) => {
    const formId = crypto.randomUUID();
    let times = 0;
    const first = () => {
      times += 1;
      return outcome;
    };
    expect(await here.runChangeset({ actor: ACTOR, formId }, "test", first)).toEqual(outcome);
    for (const { runChangeset } of [here, elsewhere])
      expect(await runChangeset({ actor: ACTOR, formId }, "test", () => "something else")).toEqual(outcome);
    expect(times).toBe(1);
  },
);

test.each(ROWS)(
  "an action outside a transaction that returns %s happens once, and a copy waits for it, here and elsewhere",
  async (_, outcome) => {
    const formId = crypto.randomUUID();
    const { promise, resolve: finish } = Promise.withResolvers<unknown>();
    let times = 0;
    const first = here.runOnce({ actor: ACTOR, formId }, "test", () => {
      times += 1;
      return promise;
    });
    await expect.poll(() => times).toBe(1);
    const copies = [here, elsewhere].map(({ runOnce }) =>
      runOnce({ actor: ACTOR, formId }, "test", async () => {
        times += 1;
      }),
    );
    finish(outcome);
    expect(await Promise.all([first, ...copies])).toEqual([outcome, outcome, outcome]);
    const later = elsewhere.runOnce({ actor: ACTOR, formId }, "test", async () => "something else");
    expect(await later).toEqual(outcome);
    expect(times).toBe(1);
  },
);

test("a form whose action throws can be sent again", async () => {
  const formId = crypto.randomUUID();
  const fail = () => {
    throw new Error("The disk is full");
  };
  await expect(here.runChangeset({ actor: ACTOR, formId }, "test", fail)).rejects.toThrow("The disk is full");
  expect(await here.runChangeset({ actor: ACTOR, formId }, "test", () => "done")).toBe("done");
});

test("a refused call can be repeated with its key, a successful one cannot", async () => {
  const intent = { id: `${elsewhere.CALL_KEY_PREFIX}1`, fingerprint: "x" };
  const call = (outcome: { ok: boolean; n: number }) =>
    elsewhere.runIntentChangeset(intent, ACTOR, "test", () => outcome);
  expect(await call({ ok: false, n: 1 })).toEqual({ ok: false, n: 1 });
  expect(await call({ ok: true, n: 2 })).toEqual({ ok: true, n: 2 });
  expect(await call({ ok: true, n: 3 })).toEqual({ ok: true, n: 2 });
});
