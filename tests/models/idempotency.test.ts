// Each form is carried out once; its copies get the first result, in every process.
import { beforeAll, expect, test } from "vitest";
import { useNewDataDir } from "../support/database.ts";

type Idempotency = typeof import("#app/models/ledger/changeset.server.ts");
/** This process, and the equivalent of another one with the same DATA_DIR. */
let here: Idempotency;
let elsewhere: Idempotency;
beforeAll(async () => {
  const dataDir = useNewDataDir();
  here = await import("#app/models/ledger/changeset.server.ts");
  useNewDataDir({ DATA_DIR: dataDir });
  elsewhere = await import("#app/models/ledger/changeset.server.ts");
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
    expect(await here.changeset({ actor: ACTOR, formId }, "test", first)).toEqual(outcome);
    for (const { changeset } of [here, elsewhere])
      expect(await changeset({ actor: ACTOR, formId }, "test", () => "something else")).toEqual(outcome);
    expect(times).toBe(1);
  },
);

test.each(ROWS)(
  "an action outside a transaction that gives %s happens once; a copy waits for it, here and elsewhere",
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
    expect(await elsewhere.runOnce({ actor: ACTOR, formId }, "test", async () => "something else")).toEqual(
      outcome,
    );
    expect(times).toBe(1);
  },
);

test("a form whose action throws can be sent again", async () => {
  const formId = crypto.randomUUID();
  const fail = () => {
    throw new Error("The disk is full");
  };
  await expect(here.changeset({ actor: ACTOR, formId }, "test", fail)).rejects.toThrow("The disk is full");
  expect(await here.changeset({ actor: ACTOR, formId }, "test", () => "done")).toBe("done");
});

test("a refused call can be repeated with its key, a successful one cannot", async () => {
  const intent = { id: `${elsewhere.CALL_PREFIX}1`, fingerprint: "x" };
  const outcomes = [
    { ok: false, n: 1 },
    { ok: true, n: 2 },
    { ok: true, n: 3 },
  ];
  const told = [];
  for (const outcome of outcomes)
    told.push(await elsewhere.changesetOf(intent, ACTOR, "test", () => outcome));
  expect(told).toEqual([outcomes[0], outcomes[1], outcomes[1]]);
});
