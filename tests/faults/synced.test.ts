import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { IMAGE_WIDTHS } from "#app/models/image/image.ts";
import { newDataDir } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { connections, isAcknowledged, newUpload, register, send } from "./support/requests.ts";
import { logInOver } from "./support/server-process.ts";
import { startSite } from "./support/site-process.ts";
import { type Call, callsOf, tracingProblem } from "./support/strace.ts";
import { photo } from "./support/uploading.ts";

const REGISTRATIONS = cases(1_000, 50);
const UPLOADS = cases(100, 5);
const TRACED = "read,write,writev,pwrite64,fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat";

test("an acknowledged write is on disk", async ({ skip }) => {
  const problem = tracingProblem();
  if (problem) skip(problem);
  const trace = join(newDataDir(), "trace");
  const site = await startSite({
    // -D lets signals reach the server. -yy prints paths and sockets by name.
    command: ["strace", "-D", "-f", "-q", "-yy", "-s", "40", "-e", `trace=${TRACED}`, "-o", trace],
  });
  const agent = connections(1);
  for (let count = 0; count < REGISTRATIONS; count += 1) {
    const email = `visitor-${count}@example.com`;
    expect(isAcknowledged(await register(site.origin, email, count, {}, agent))).toBe(true);
  }
  const cookie = await logInOver(site);
  const image = await photo("#b3161e", 1300, 900);
  for (let count = 0; count < UPLOADS; count += 1) {
    const { url, sending } = await newUpload(site, cookie, image);
    expect((await send(url, { ...sending, agent })).status).toBe(201);
  }
  agent.destroy();
  expect(await site.end("SIGTERM")).toBe(0);

  const answers = acknowledgementsIn(callsOf(readFileSync(trace, "utf8")), site.dataDir);
  const registrations = answers.filter(({ request }) =>
    /^POST \/(register|api\/registrations)/.test(request),
  );
  const uploads = answers.filter(({ request }) => request.startsWith("PUT /objects/uploads/"));
  expect([registrations.length, uploads.length]).toEqual([REGISTRATIONS, UPLOADS]);
  expect(answers.filter(({ notOnDisk }) => notOnDisk.length > 0)).toEqual([]);
  expect(registrations.every(({ syncs }) => syncs.some((path) => path.endsWith("conference.db-wal")))).toBe(
    true,
  );
  // Each image size has one file for the image and one for its metadata.
  const files = 2 * Object.keys(IMAGE_WIDTHS).length;
  expect(uploads.every(({ arrivals }) => arrivals === files)).toBe(true);
  const fewest = Math.min(...uploads.map(({ syncs }) => syncs.length));
  record(
    `The system calls for ${REGISTRATIONS} registrations and ${UPLOADS} uploads were traced`,
    `All writes were synced to disk before the response, with at least ${fewest} syncs per upload`,
  );
});

type Acknowledgement = {
  request: string;
  /** Files and folders that were changed but not synced when the response was sent. */
  notOnDisk: string[];
  syncs: string[];
  /** Renamed files since the request. */
  arrivals: number;
};

/** Responses with 201 or 303, each with the state of the disk when it was sent. */
function acknowledgementsIn(calls: Call[], dataDir: string): Acknowledgement[] {
  const changed = new Set<string>();
  const answers: Acknowledgement[] = [];
  let request = "";
  let syncs: string[] = [];
  let arrivals = 0;
  // These need no sync: SQLite can rebuild the WAL index, and only a rename moves staged files.
  const isPassing = (path: string) => !path.startsWith(dataDir) || /-shm$|\/staging\b/.test(path);
  const notOnDisk = () => [...changed].filter((path) => !isPassing(path));

  for (const { name, args, result } of calls) {
    if (result.startsWith("-1")) continue;
    const target = /^\d+<(.*?)>(?:,|$)/.exec(args)?.[1] ?? "";
    const data = /"(.*)/.exec(args)?.[1] ?? "";
    const [from = "", to = ""] = [...args.matchAll(/"([^"]*)"/g)].map(([, path]) => path);
    if (name === "read" && target.startsWith("TCP") && /^(POST|PUT) /.test(data)) {
      request = data;
      syncs = [];
      arrivals = 0;
    } else if (target.startsWith("TCP") && /^HTTP\/1\.1 (201|303)/.test(data)) {
      answers.push({ request, notOnDisk: notOnDisk(), syncs, arrivals });
    } else if (name === "fsync" || name === "fdatasync") {
      changed.delete(target);
      syncs.push(target);
    } else if (name.startsWith("mkdir")) {
      if (!isPassing(from)) changed.add(dirname(from));
    } else if (name.startsWith("rename")) {
      if (changed.delete(from)) changed.add(to);
      changed.add(dirname(to));
      arrivals += 1;
    } else if (name !== "read") {
      changed.add(target);
    }
  }
  return answers;
}
