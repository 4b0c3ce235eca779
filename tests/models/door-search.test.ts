// In which order the door shows those who fit what was typed (docs/decisions/050).
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { useNewDataDir } from "../support/database.ts";
import { insertDelegate } from "../support/delegates.ts";

test("names come before the beginning of a reference, that before an outlet, and an address is last", async () => {
  const dataDir = useNewDataDir();
  const { findAtDoor } = await import("#app/models/delegate/door-search.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  const add = (name: string, changes: Record<string, string> = {}) =>
    insertDelegate(sqlite, { name, email: "x@example.com", ...changes });
  add("By address", { email: "abba@example.com" });
  add("By domain", { email: "x@abba.example.com" });
  add("By job title", { job_title: "Abba" });
  add("By outlet", { outlet: "The Abba Weekly" });
  add("By reference", { reference: "ABBA012345" });
  add("Beginning Abbas");
  add("Word Abba");
  add("Abba");
  const names = async (byEmail: boolean) =>
    (await findAtDoor("abba", 1, byEmail)).found.map(({ name }) => name);
  const shown = ["Abba", "Word Abba", "Beginning Abbas", "By reference", "By outlet"];
  expect(await names(true)).toEqual([...shown, "By address"]);
  expect(await names(false)).toEqual(shown);
});
