// No spelling of a path reads a file outside the uploads folder.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registration } from "../support/factories.ts";
import { cases, record } from "./support/findings.ts";
import { inDatabase } from "./support/rows.ts";
import { type ServerProcess, startProcess } from "./support/server-process.ts";

const CASES = cases(1_000, 200);
const SECRET = "traversal-marker-secret-0123456789abcdef";
const DELEGATE = "traversal-marker@delegate.example";

let server: ServerProcess;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "conference-"));
  writeFileSync(join(dataDir, "secret"), `${SECRET}\n`);
  server = await startProcess({ dataDir });
  const registered = await fetch(`${server.origin}/api/registrations`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(registration({ email: DELEGATE })),
  });
  expect(registered.status).toBe(201);
  // Moves the log into the database file.
  inDatabase(dataDir, (sqlite) => sqlite.pragma("wal_checkpoint(PASSIVE)"));
});
afterAll(() => server.stop());

/** Content of the private files. */
const MARKERS = [
  SECRET,
  DELEGATE,
  ...["SQLite format 3", '"byline-conference"', "root:x:0:0", "CREATE TABLE `", "installPipeline(build"],
];

/** Paths of these files, relative to the served folders. */
function wantedFiles(): string[] {
  const absolute = [
    join(dataDir, "secret"),
    join(dataDir, "conference.db"),
    join(dataDir, "conference.db-wal"),
    resolve("package.json"),
    resolve("server.js"),
    resolve("drizzle/0000_initial.sql"),
    resolve("build/server/index.js"),
    "/etc/passwd",
  ];
  const served = [
    "build/client",
    "build/client/assets",
    "public",
    "public/portraits",
    join(dataDir, "uploads"),
    join(dataDir, "uploads", "ab"),
  ];
  return [
    ...new Set([...absolute, ...absolute.flatMap((file) => served.map((folder) => relative(folder, file)))]),
  ];
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

/** Spellings that a check and a file system may read differently. */
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

/** Picks a number of combinations that pair every part with every other. */
function spellings(count: number): string[] {
  const files = wantedFiles();
  const chosen = new Set<string>();
  for (let n = 0; chosen.size < count; n += 1) {
    const spell = SPELLINGS[n % SPELLINGS.length];
    const prefix = PREFIXES[Math.floor(n / 7) % PREFIXES.length];
    const file = files[Math.floor(n / 3) % files.length];
    // Plain endings half of the time, because these open files.
    const ending = n % 2 === 0 ? "" : ENDINGS[Math.floor(n / 11) % ENDINGS.length];
    chosen.add(`${prefix}${spell?.(file ?? "")}${ending}`);
  }
  return [...chosen];
}

/** Sends a raw path. Returns the status and the response's bytes. */
async function sendRaw(address: string): Promise<{ status: number; answer: string }> {
  const socket = connect(server.port, "127.0.0.1");
  socket.setTimeout(10_000, () => socket.destroy(new Error("No answer in 10 s")));
  socket.write(
    Buffer.from(`GET ${address} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`),
  );
  const answer = await text(socket);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
  return { status, answer };
}

/** True for the landing page, if the path normalises to it. */
const isPublic = (answer: string) => /^HTTP\/1\.1 (2\d\d|304) /.test(answer) && answer.includes("<html");

test("no spelling of an address reads a file outside the uploads folder", async () => {
  // Proves that the markers are in these files.
  const unmarked = wantedFiles().filter(
    (file) =>
      file.startsWith("/") && !MARKERS.some((marker) => readFileSync(file, "latin1").includes(marker)),
  );
  expect(unmarked).toEqual([]);
  const addresses = spellings(CASES);
  const statuses = new Map<number, number>();
  for (const address of addresses) {
    const { status, answer } = await sendRaw(address);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const leaked = MARKERS.filter((marker) => answer.includes(marker));
    const isFine = (status >= 300 && status < 500) || isPublic(answer);
    expect({ address, status, leaked, isFine }).toEqual({ address, status, leaked: [], isFine: true });
  }
  expect(server.output.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  const figures = [...statuses].sort().map(([status, count]) => `${count} returned ${status}`);
  record(`${addresses.length} paths`, `0 leaks; ${figures.join(", ")}`);
});
