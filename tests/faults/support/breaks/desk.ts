import type { Break } from "./break.ts";

export const DESK_BREAKS: Break[] = [
  {
    promise: "check-in",
    what: "who stands at the door is read before the transaction",
    file: "app/models/check-in.server.ts",
    find: "return batch((tx): CheckInOutcome => {\n    const delegate = find(tx, id);",
    replace:
      "const delegate = find(db, id);\n  await new Promise((resolve) => setTimeout(resolve, 5));\n  return batch((tx): CheckInOutcome => {",
    test: "tests/faults/desk.test.ts",
    name: "checked in once",
  },
  {
    promise: "check-in",
    what: "the desk marks as attended who is there already",
    file: "app/models/delegate-status.server.ts",
    find: ".filter((delegate) => delegate.status !== status);",
    replace: ".filter(() => true);",
    test: "tests/faults/desk.test.ts",
    name: "checked in once",
  },
  {
    promise: "erasure",
    what: "the write-ahead log is not emptied after a deletion",
    file: "app/db/scrub.server.ts",
    find: 'const [result] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];',
    replace: "const [result] = [{ busy: 0 }];",
    test: "tests/faults/desk.test.ts",
    name: "forgotten",
  },
  {
    promise: "erasure",
    what: "copies that SQLite left in the file are not looked for",
    file: "app/db/scrub.server.ts",
    find: "(!(await fileHolds(texts)) || (await writeAnew()))",
    replace: "texts.length > 0",
    test: "tests/routes/delegates-desk.test.ts",
    name: "a copy that was left",
  },
  {
    promise: "undo",
    what: "a speaker is kept without the connections",
    file: "app/models/speaker.server.ts",
    find: "connections: connectionsOf(tx, { speakerId: id }) };",
    replace: "connections: [] };",
    test: "tests/faults/desk.test.ts",
    name: "comes back whole",
  },
  {
    promise: "undo",
    what: "what is deleted is kept after it was deleted, not with it",
    file: "app/models/deletion.server.ts",
    find: "tx.insert(deletions).values({ id, subject, label, actor, rows }).run();",
    replace:
      "setTimeout(() => db.insert(deletions).values({ id, subject, label, actor, rows }).run(), 60_000);",
    test: "tests/faults/desk.test.ts",
    name: "comes back whole",
  },
  {
    promise: "desk",
    what: "a full last page is followed by an empty one",
    file: "app/models/delegate-search.server.ts",
    find: "Math.max(1, Math.ceil(counts.matching / PAGE_SIZE))",
    replace: "Math.floor(counts.matching / PAGE_SIZE) + 1",
    test: "tests/routes/delegates-desk.test.ts",
    name: "followed by none",
  },
];
