// What is promised, in the order of docs/reliability.md, and the tests that attack each.

export const PROMISES = {
  crash: {
    words: "An acknowledged registration is never lost, never doubled",
    tests: ["tests/faults/crash.test.ts"],
  },
  synced: { words: "Acknowledged means on disk", tests: ["tests/faults/synced.test.ts"] },
  migrations: { words: "Migrations lose nothing", tests: ["tests/faults/migrations.test.ts"] },
  disk: {
    words: "A full, read-only or locked disk is an error, not a lie",
    tests: ["tests/faults/disk.test.ts"],
  },
  backup: {
    words: "A backup is one command and restores",
    tests: ["tests/faults/backup.test.ts", "tests/models/backup.test.ts"],
  },
  uploads: {
    words: "Uploads are whole or absent",
    tests: ["tests/faults/uploads.test.ts", "tests/faults/s3.test.ts", "tests/models/two-processes.test.ts"],
  },
  traversal: {
    words: "Nothing outside the uploads folder is readable",
    tests: ["tests/faults/traversal.test.ts"],
  },
  oversize: {
    words: "Oversize, slow and malformed requests are cut",
    tests: ["tests/faults/oversize.test.ts", "tests/routes/ranges.test.ts"],
  },
  others: {
    words: "No single request holds up the others",
    tests: ["tests/faults/long-runs.test.ts"],
  },
  surroundings: {
    words: "Files that go, descriptors that run out and a log that breaks do not end the site",
    tests: ["tests/faults/surroundings.test.ts"],
  },
  "cross-site": {
    words: "No cross-site request changes anything",
    tests: ["tests/faults/cross-site.test.ts"],
  },
  access: { words: "Nobody but an organiser gets at the panel", tests: ["tests/routes/guards.test.ts"] },
  logins: {
    words: "Logins cannot be fixed, forged, replayed or outlive their right",
    tests: ["tests/faults/logins.test.ts", "tests/faults/logins-by-provider.test.ts"],
  },
  code: { words: "No text becomes code", tests: ["tests/faults/code.test.ts"] },
  redirects: { words: "No address leads elsewhere", tests: ["tests/faults/redirects.test.ts"] },
  headers: {
    words: "The security headers, on every route and status",
    tests: ["tests/routes/headers.test.ts"],
  },
  "odd input": { words: "Odd input is an answer, not a 500", tests: ["tests/faults/odd-input.test.ts"] },
  limits: {
    words: "Limits hold, and offices are not locked out",
    tests: ["tests/routes/limits.test.ts", "tests/models/limits.test.ts", "tests/faults/proxies.test.ts"],
  },
  pages: {
    words: "No page or list is stale, and nobody has one made for each request",
    tests: [
      "tests/faults/pages.test.ts",
      "tests/models/pages-version.test.ts",
      "tests/routes/page-cache.test.ts",
      "tests/routes/delegate-list.test.ts",
    ],
  },
  fronts: {
    words: "Behind a cache, public pages outlive the site, and none is older than promised",
    tests: ["tests/faults/fronts.test.ts"],
  },
  rolling: {
    words: "An upgrade or a restart loses no request",
    tests: ["tests/faults/rolling.test.ts"],
  },
  machine: {
    words: "When the machine dies, the copy brings back all but the last two seconds",
    tests: ["tests/faults/machine-dies.test.ts"],
  },
  privacy: {
    words: "Personal data stays out of logs, public answers and caches",
    tests: ["tests/faults/logs.test.ts"],
  },
  mail: {
    words: "Each registration is mailed once",
    tests: ["tests/faults/mail-once.test.ts", "tests/routes/mail.test.ts"],
  },
  message: {
    words: "A message reaches each delegate once",
    tests: [
      "tests/faults/message-once.test.ts",
      "tests/models/messages.test.ts",
      "tests/routes/messages.test.ts",
    ],
  },
  "check-in": { words: "Everybody is checked in once", tests: ["tests/faults/desk.test.ts"] },
  status: {
    words: "Nobody's status is overwritten unseen, and a change of thousands comes to its end",
    tests: [
      "tests/faults/status.test.ts",
      "tests/models/status-job.test.ts",
      "tests/routes/status-changes.test.ts",
    ],
  },
  erasure: {
    words: "Who asks to be forgotten is gone from every file",
    tests: [
      "tests/faults/desk.test.ts",
      "tests/routes/delegates-desk.test.ts",
      "tests/models/erasure.test.ts",
    ],
  },
  clock: {
    words: "A clock that is wrong for a while loses nothing",
    tests: ["tests/models/clock.test.ts"],
  },
  undo: {
    words: "What was deleted by mistake comes back whole",
    tests: ["tests/faults/desk.test.ts", "tests/routes/undo.test.ts"],
  },
  import: {
    words: "A list is imported as a whole or not at all, and undone as a whole",
    tests: [
      "tests/faults/import.test.ts",
      "tests/routes/import.test.ts",
      "tests/routes/delegate-import.test.ts",
    ],
  },
  edits: {
    words: "No edit is lost or overwritten unseen, and no intent is carried out twice",
    tests: [
      "tests/routes/conflicts.test.ts",
      "tests/routes/idempotency.test.ts",
      "tests/models/versions.test.ts",
      "tests/e2e/regrets.spec.ts",
      "tests/e2e/steady-hand.spec.ts",
    ],
  },
  desk: { words: "The desk shows all who match, once", tests: ["tests/routes/delegates-desk.test.ts"] },
  connection: {
    words: "A connection that breaks takes nothing that was typed",
    tests: ["tests/e2e/broken-connection.spec.ts"],
  },
  stopping: { words: "Stopping is clean", tests: ["tests/faults/stopping.test.ts"] },
} as const;

export type PromiseName = keyof typeof PROMISES;
