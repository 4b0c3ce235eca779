import type { Break } from "./break.ts";

export const MODELS_BREAKS: Break[] = [
  {
    promise: "stale edits",
    what: "two saves in one millisecond are one version",
    file: "app/models/order.ts",
    find: "new Date(Math.max(Date.now(), before.getTime() + 1))",
    replace: "new Date(Math.max(Date.now(), before.getTime()))",
    test: "tests/models/versions.test.ts",
  },
];
