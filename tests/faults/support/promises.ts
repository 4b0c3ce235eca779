// Promises in the order of docs/reliability.md, with the tests for each.

/** Heading in docs/reliability.md, and test files below tests/. */
const promise = (words: string, ...files: string[]) => ({
  words,
  tests: files.map((file) => `tests/${file}.ts`),
});

export const PROMISES = {
  crash: promise("An acknowledged registration is never lost or duplicated", "faults/crash.test"),
  places: promise(
    "No place is given twice, and each offer is told once",
    "faults/places.test",
    "models/places.test",
  ),
  synced: promise("An acknowledged write is on disk", "faults/synced.test"),
  migrations: promise("Migrations lose no data", "faults/migrations.test", "models/database.test"),
  disk: promise("A full, read-only or locked disk never loses data silently", "faults/disk.test"),
  backup: promise(
    "One command creates a backup, another restores it",
    "faults/backup.test",
    "models/backup.test",
  ),
  uploads: promise(
    "Uploads are stored completely or not at all",
    "faults/uploads.test",
    "faults/s3.test",
    "models/two-processes.test",
  ),
  traversal: promise("No file outside the uploads folder can be read", "faults/traversal.test"),
  oversize: promise(
    "Oversized, slow and malformed requests are cut off",
    "faults/oversize.test",
    "routes/ranges.test",
  ),
  others: promise("No single request delays the others", "faults/long-runs.test", "faults/heavy-work.test"),
  surroundings: promise(
    "Missing files, descriptors or logs do not stop the site",
    "faults/surroundings.test",
  ),
  "cross-site": promise("Cross-site requests change nothing", "faults/cross-site.test"),
  access: promise("Only organisers can open the panel", "routes/guards.test"),
  logins: promise(
    "Logins cannot be planted, forged, replayed or prolonged",
    "faults/logins.test",
    "faults/logins-by-provider.test",
    "models/login-session.test",
  ),
  code: promise("Submitted text never runs as code", "faults/code.test"),
  redirects: promise("Redirects stay on this site", "faults/redirects.test"),
  headers: promise("Every route returns the security headers with every status", "routes/headers.test"),
  "odd input": promise("Unexpected input never causes a 500", "faults/odd-input.test"),
  document: promise(
    "The API answers as its document says",
    "faults/api-document.test",
    "routes/openapi.test",
    "routes/openapi-inputs.test",
  ),
  limits: promise(
    "Rate limits work, and offices are not locked out",
    "routes/limits.test",
    "models/limits.test",
    "faults/proxies.test",
  ),
  pages: promise(
    "Pages and lists are never stale, and floods of requests cost little",
    "faults/pages.test",
    "models/pages-version.test",
    "routes/page-cache.test",
    "routes/delegate-list.test",
  ),
  fronts: promise("Behind a cache, public pages survive outages and stay fresh", "faults/fronts.test"),
  rolling: promise("Upgrades and restarts lose no request", "faults/rolling.test"),
  machine: promise(
    "If the server dies, the replica lacks at most the last two seconds",
    "faults/server-failure.test",
  ),
  privacy: promise("Personal data stays out of logs, public responses and caches", "faults/logs.test"),
  mail: promise(
    "Each registration is confirmed by one email",
    "faults/mail-once.test",
    "models/mail-connections.test",
    "models/notices.test",
    "routes/mail.test",
  ),
  message: promise(
    "A message reaches each delegate once",
    "faults/message-once.test",
    "models/messages.test",
    "routes/messages.test",
  ),
  "check-in": promise("Each delegate is checked in only once", "faults/desk.test"),
  status: promise(
    "No status is silently overwritten, and bulk changes are all or nothing",
    "faults/status.test",
    "models/status-change.test",
    "routes/status-changes.test",
  ),
  erasure: promise(
    "Deleted personal data is gone from every file",
    "faults/desk.test",
    "routes/delegates-desk.test",
    "models/erasure.test",
    "models/announced-deletion.test",
  ),
  clock: promise("A clock that jumps while the site runs causes no loss of data", "models/clock.test"),
  undo: promise("Undo restores deleted items completely", "faults/desk.test", "routes/undo.test"),
  import: promise(
    "Imports and their undo are all or nothing",
    "faults/import.test",
    "routes/import.test",
    "routes/delegate-import.test",
  ),
  edits: promise(
    "No edit is lost or silently overwritten, and no form is processed twice",
    "routes/conflicts.test",
    "routes/idempotency.test",
    "models/versions.test",
    "e2e/undo-and-unsaved.spec",
    "e2e/layout-stability.spec",
  ),
  desk: promise("The delegate list shows every match once", "routes/delegates-desk.test"),
  connection: promise("A broken connection loses no input", "e2e/broken-connection.spec"),
  stopping: promise("The site stops cleanly", "faults/stopping.test"),
  build: promise(
    "Builds of one commit are the same, and all licences are known",
    "faults/same-build.test",
    "routes/licences.test",
  ),
};

export type PromiseName = keyof typeof PROMISES;
