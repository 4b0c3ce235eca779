import { expect, test } from "vitest";
import { insertDelegate } from "../support/delegates.ts";
import { openModels } from "../support/models.ts";

test("those who wait are counted once, with their own pass, and apart from those with a place", async () => {
  const { sqlite } = await openModels();
  insertDelegate(sqlite);
  insertDelegate(sqlite, { status: "cancelled" });
  for (const registration_type of ["pr_pass", "media_pass"])
    insertDelegate(sqlite, { registration_type, queued_at: 1 });
  const { countWithPlace, createDelegateCounter } = await import("#app/models/delegate/counts.server.ts");
  const countOf = createDelegateCounter();
  expect([countOf(null, ["waiting"]), countOf("pr_pass", ["waiting"])]).toEqual([2, 1]);
  expect([countWithPlace(), countWithPlace("pr_pass"), countWithPlace("media_pass")]).toEqual([1, 1, 0]);
  expect([countOf(), countOf("pr_pass", ["cancelled"])]).toEqual([4, 1]);
});
