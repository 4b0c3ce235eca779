// What is promised, in the order of docs/reliability.md, and the tests that attack each.

/** Its words, and the files below tests/ that attack it. */
const promise = (words: string, ...files: string[]) => ({
  words,
  tests: files.map((file) => `tests/${file}.ts`),
});

export const PROMISES = {
  crash: promise("An acknowledged registration is never lost, never doubled", "faults/crash.test"),
  synced: promise("Acknowledged means on disk", "faults/synced.test"),
  migrations: promise("Migrations lose nothing", "faults/migrations.test"),
  disk: promise("A full, read-only or locked disk is an error, not a lie", "faults/disk.test"),
  backup: promise("A backup is one command and restores", "faults/backup.test", "models/backup.test"),
  uploads: promise(
    "Uploads are whole or absent",
    "faults/uploads.test",
    "faults/s3.test",
    "models/two-processes.test",
  ),
  traversal: promise("Nothing outside the uploads folder is readable", "faults/traversal.test"),
  oversize: promise(
    "Oversize, slow and malformed requests are cut",
    "faults/oversize.test",
    "routes/ranges.test",
  ),
  others: promise("No single request holds up the others", "faults/long-runs.test"),
  surroundings: promise(
    "Files that go, descriptors that run out and a log that breaks do not end the site",
    "faults/surroundings.test",
  ),
  "cross-site": promise("No cross-site request changes anything", "faults/cross-site.test"),
  access: promise("Nobody but an organiser gets at the panel", "routes/guards.test"),
  logins: promise(
    "Logins cannot be fixed, forged, replayed or outlive their right",
    "faults/logins.test",
    "faults/logins-by-provider.test",
  ),
  code: promise("No text becomes code", "faults/code.test"),
  redirects: promise("No address leads elsewhere", "faults/redirects.test"),
  headers: promise("The security headers, on every route and status", "routes/headers.test"),
  "odd input": promise("Odd input is an answer, not a 500", "faults/odd-input.test"),
  limits: promise(
    "Limits hold, and offices are not locked out",
    "routes/limits.test",
    "models/limits.test",
    "faults/proxies.test",
  ),
  pages: promise(
    "No page or list is stale, and nobody has one made for each request",
    "faults/pages.test",
    "models/pages-version.test",
    "routes/page-cache.test",
    "routes/delegate-list.test",
  ),
  fronts: promise(
    "Behind a cache, public pages outlive the site, and none is older than promised",
    "faults/fronts.test",
  ),
  rolling: promise("An upgrade or a restart loses no request", "faults/rolling.test"),
  machine: promise(
    "When the machine dies, the copy brings back all but the last two seconds",
    "faults/machine-dies.test",
  ),
  privacy: promise("Personal data stays out of logs, public answers and caches", "faults/logs.test"),
  mail: promise("Each registration is mailed once", "faults/mail-once.test", "routes/mail.test"),
  message: promise(
    "A message reaches each delegate once",
    "faults/message-once.test",
    "models/messages.test",
    "routes/messages.test",
  ),
  "check-in": promise("Everybody is checked in once", "faults/desk.test"),
  status: promise(
    "No status is overwritten unseen, and a change of thousands is made whole or not at all",
    "faults/status.test",
    "models/status-change.test",
    "routes/status-changes.test",
  ),
  erasure: promise(
    "Who asks to be forgotten is gone from every file",
    "faults/desk.test",
    "routes/delegates-desk.test",
    "models/erasure.test",
  ),
  clock: promise("A clock that is wrong for a while loses nothing", "models/clock.test"),
  undo: promise("What was deleted by mistake comes back whole", "faults/desk.test", "routes/undo.test"),
  import: promise(
    "A list is imported as a whole or not at all, and undone as a whole",
    "faults/import.test",
    "routes/import.test",
    "routes/delegate-import.test",
  ),
  edits: promise(
    "No edit is lost or overwritten unseen, and no intent is carried out twice",
    "routes/conflicts.test",
    "routes/idempotency.test",
    "models/versions.test",
    "e2e/regrets.spec",
    "e2e/rows-stay.spec",
  ),
  desk: promise("The desk shows all who match, once", "routes/delegates-desk.test"),
  connection: promise("A connection that breaks takes nothing that was typed", "e2e/broken-connection.spec"),
  stopping: promise("Stopping is clean", "faults/stopping.test"),
};

export type PromiseName = keyof typeof PROMISES;
