import type { Break } from "./break.ts";

export const LISTS_BREAKS: Break[] = [
  {
    promise: "import",
    what: "what has been imported is kept, so that another press imports it again",
    file: "app/models/import/import.server.ts",
    find: "    dropFile(tx, read.id);\n",
    replace: "",
    test: "tests/routes/import.test.ts",
    name: "not kept any longer",
  },
  {
    promise: "import",
    what: "delegates are told of a list although nobody was to be",
    file: "app/models/delegate/delegate-import.server.ts",
    find: "isSilent: !sendsMail",
    replace: "isSilent: false",
    test: "tests/routes/delegate-import.test.ts",
    name: "nobody was told of",
  },
  {
    promise: "import",
    what: "the undo of a list removes who has been told already",
    file: "app/models/delegate/delegate-import.server.ts",
    find: "if (!isSame || told.has(id))",
    replace: "if (!isSame)",
    test: "tests/routes/delegate-import.test.ts",
    name: "leaves alone and names",
  },
  {
    promise: "import",
    what: "an email that waits for the end of an undo goes out in somebody else's letter",
    file: "app/models/outbox/letter.server.ts",
    find: "        isReady(),\n        notInArray",
    replace: "        notInArray",
    test: "tests/routes/delegate-import.test.ts",
    name: "registers too",
  },
  {
    promise: "erasure",
    what: "who is erased stays in a list that was only looked at",
    file: "app/models/delegate/personal-data.server.ts",
    find: "dropDrafts(tx, draftsAbout(id, [delegate, ...held])) > 0",
    replace: "false",
    test: "tests/models/erasure.test.ts",
    name: "came by a list",
  },
];
