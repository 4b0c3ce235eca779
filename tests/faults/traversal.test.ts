import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registration } from "../support/factories.ts";
import { newDataDir } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { exchange, headOf } from "./support/raw-client.ts";
import { inDatabase } from "./support/rows.ts";
import { type ServerProcess, startProcess } from "./support/server-process.ts";

const CASES = cases(1_000, 200);
const SECRET = "traversal-marker-secret-0123456789abcdef";
const DELEGATE = "traversal-marker@delegate.example";

let server: ServerProcess;
let dataDir: string;
beforeAll(async () => {
  dataDir = newDataDir();
  writeFileSync(join(dataDir, "secret"), `${SECRET}\n`);
  server = await startProcess({ dataDir });
  const registered = await fetch(`${server.origin}/api/registrations`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(registration({ email: DELEGATE })),
  });
  expect(registered.status).toBe(201);
  // Copies the write-ahead log into the database file.
  inDatabase(dataDir, (sqlite) => sqlite.pragma("wal_checkpoint(PASSIVE)"));
});
afterAll(() => server.stop());

/** Texts that only private files contain. */
const MARKERS = [
  SECRET,
  DELEGATE,
  ...["SQLite format 3", '"byline-conference"', "root:x:0:0", "CREATE TABLE `", "createListener(build"],
];

/** Paths of private files, absolute and relative to the served folders. */
function wantedFiles(): string[] {
  const absolute = [
    ...["secret", "conference.db", "conference.db-wal"].map((name) => join(dataDir, name)),
    ...["package.json", "server.js", "drizzle/0000_initial.sql", "build/server/index.js", "/etc/passwd"].map(
      (path) => resolve(path),
    ),
  ];
  const uploads = join(dataDir, "uploads");
  const served = [
    "build/client",
    "build/client/assets",
    "public",
    "public/portraits",
    uploads,
    `${uploads}/ab`,
  ];
  const relatives = absolute.flatMap((file) => served.map((folder) => relative(folder, file)));
  return [...new Set([...absolute, ...relatives])];
}

const PREFIXES = [
  ...["/objects/uploads/", "/assets/", "/portraits/", "/", "/.well-known/", "/api/", "//"],
  ...["/objects/uploads/..;/", "/assets/%2e/"],
];

const percent = (value: string) =>
  [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const twice = (value: string) => percent(value).replaceAll("%", "%25");
/** Ways to write `../`. */
const UPWARDS = [
  ...["%2e%2e%2f", "%2E%2e\\", "....//", "..;/", "..%00/", ".%2e/./", "../%2e/", "%252e%252e%252f"],
  ...["..%c0%af", "%c0%ae%c0%ae/", "%e0%80%ae%e0%80%ae/", "%u002e%u002e%u2215", "..%ef%bc%8f"],
  ...["%ef%bc%8e%ef%bc%8e/", "..%e2%88%95", "..\u2215", "x/../../"],
];

/** Spellings that a check and a file system may interpret differently. */
const SPELLINGS: ((path: string) => string)[] = [
  (path) => path,
  ...["\\", "%2f", "%5C", "%252f"].map((slash) => (path: string) => path.replaceAll("/", slash)),
  (path) => path.replaceAll(".", "%2e"),
  ...UPWARDS.map((up) => (path: string) => path.replaceAll("../", up)),
  percent,
  twice,
  (path) => `file://${path}`,
  (path) => `\\\\127.0.0.1\\c$\\${path}`,
  (path) => `//127.0.0.1/${path}`,
  (path) => `${"../".repeat(40)}${path}`,
  (path) => `${"%2e%2e/".repeat(400)}${path}`,
  (path) => `${"a/".repeat(300)}${"../".repeat(300)}${path}`,
  (path) => `C:${path.replaceAll("/", "\\")}`,
];

const ENDINGS = [
  ...["", "%00", "%00.webp", ".dat", ".meta.json", "?.svg", ";.svg", "/", "%20", "#", "::$DATA"],
  ...["%0d%0aX: y"],
];

function spellings(count: number): string[] {
  const files = wantedFiles();
  const chosen = new Set<string>();
  for (let n = 0; chosen.size < count; n += 1) {
    const spell = SPELLINGS[n % SPELLINGS.length];
    const prefix = PREFIXES[Math.floor(n / 7) % PREFIXES.length];
    const file = files[Math.floor(n / 3) % files.length];
    // Half have no ending, because a plain path is the most likely to open a file.
    const ending = n % 2 === 0 ? "" : ENDINGS[Math.floor(n / 11) % ENDINGS.length];
    chosen.add(`${prefix}${spell?.(file ?? "")}${ending}`);
  }
  return [...chosen];
}

/** True for the landing page, because some paths normalise to its address. */
const isPublic = (answer: string) => /^HTTP\/1\.1 (2\d\d|304) /.test(answer) && answer.includes("<html");

test("no spelling of an address reads a file outside the uploads folder", async () => {
  // Each private file contains a marker.
  const unmarked = wantedFiles().filter(
    (file) =>
      file.startsWith("/") && !MARKERS.some((marker) => readFileSync(file, "latin1").includes(marker)),
  );
  expect(unmarked).toEqual([]);
  const addresses = spellings(CASES);
  const counts = new Map<number, number>();
  for (const address of addresses) {
    const request = Buffer.from(headOf(server.port, `GET ${address}`, { Connection: "close" }));
    const {
      statuses: [status = 0],
      text: answer,
    } = await exchange(server.port, request);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    const leaked = MARKERS.filter((marker) => answer.includes(marker));
    const isFine = (status >= 300 && status < 500) || isPublic(answer);
    expect({ address, status, leaked, isFine }).toEqual({ address, status, leaked: [], isFine: true });
  }
  expect(server.output.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  const figures = [...counts].sort().map(([status, count]) => `${count} had status ${status}`);
  record(
    `Other files were requested by ${addresses.length} differently written paths`,
    `No response contained one of these files: ${figures.join(", ")}`,
  );
});
