import type { Break } from "./break.ts";

/** What other machines and other processes have to do with it. */
export const ELSEWHERE_BREAKS: Break[] = [
  {
    promise: "limits",
    what: "each process counts for itself",
    file: "app/http/rate-limit.server.ts",
    find: "if (!counts) return own;",
    replace: "if (!counts || kind) return own;",
    test: "tests/routes/limits.test.ts",
    name: "two processes at one DATA_DIR",
  },
  {
    promise: "limits",
    what: "a damaged file of counts is left as it is",
    file: "app/db/limit-counts.server.ts",
    find: "rmSync(path + suffix, { force: true });",
    replace: 'rmSync(path + suffix + "-", { force: true });',
    test: "tests/routes/limits.test.ts",
    name: "a file of counts that is damaged",
  },
  {
    promise: "mail",
    what: "what another process has promised is looked for after minutes",
    file: "app/mail/worker.server.ts",
    find: "const LOOK_AGAIN_MS = 1_000;",
    replace: "const LOOK_AGAIN_MS = 5 * 60_000;",
    test: "tests/routes/mail.test.ts",
    name: "what a process without a mail server promises",
  },
  {
    promise: "fronts",
    what: "caches may not show a page while the site is away",
    file: "app/http/cache-policy.server.ts",
    find: ", stale-if-error=86400",
    replace: "",
    test: "tests/faults/fronts.test.ts",
    name: "with the site dead",
  },
  {
    promise: "uploads",
    what: "a store that fails is an error of the site",
    file: "app/models/image/s3-store.server.ts",
    find: 'throw new ImageStoreError("The store of images did not answer as it should", { cause });',
    replace: "throw cause;",
    test: "tests/faults/s3.test.ts",
    name: "a store that hangs or is gone",
  },
  {
    promise: "uploads",
    what: "images that are restored stay on the disk, whatever IMAGE_STORE says",
    file: "app/backup/restore.server.ts",
    find: "await takeImagesElsewhere(join(staging, UPLOADS));",
    replace: "",
    test: "tests/faults/s3.test.ts",
    name: "a backup has the images",
  },
];
