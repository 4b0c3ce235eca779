// Measures response times with 100 times the sample conference's data, and with 50,000 delegates.
import { get } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { logInOver } from "../../tests/faults/support/server-process.ts";
import { insertDelegates } from "../../tests/support/delegates.ts";
import { ORGANISER } from "../../tests/support/organiser.ts";
import { fetchToastCookie, formatWhole, median, startSite, table } from "./harness.ts";

const REQUESTS = 15;
const SIZES = [1, 100];
const DELEGATES = [50, 50_000];

/** Returns median times (ms) and brotli sizes (bytes) of pages rendered for each request. */
export async function measureGrowth(): Promise<string> {
  const program = await grow(PROGRAM_PATHS, SIZES, multiply);
  const delegates = await grow(DELEGATE_PATHS, DELEGATES, addDelegates);
  return [
    `Median time of ${REQUESTS} rendered responses in ms; size in bytes (brotli) in brackets.\n`,
    table(
      [
        "path",
        ...SIZES.map((times) => `${formatWhole(18 * times)} speakers, ${formatWhole(9 * times)} sessions`),
      ],
      program,
    ),
    "",
    table(["path", ...DELEGATES.map((count) => `${formatWhole(count)} delegates`)], delegates),
  ].join("\n");
}

/** Returns a row for each path, with a cell for each size. */
async function grow(paths: string[], sizes: number[], fill: (dataDir: string, size: number) => void) {
  const rows = paths.map((path) => [`\`${path}\``]);
  for (const size of sizes) {
    const site = await startSite(4707, { env: { ADMIN_EMAILS: ORGANISER } });
    fill(site.dataDir, size);
    const cookie = await logInOver(site);
    const toast = await fetchToastCookie(site.origin);
    for (const [index, path] of paths.entries()) {
      const { ms, bytes } = await measure(site.origin + path, path.startsWith("/admin") ? cookie : toast);
      rows[index]?.push(`${ms.toFixed(1)} (${formatWhole(bytes)})`);
    }
    await site.stop();
  }
  return rows;
}

const PROGRAM_PATHS = ["/", "/admin/speakers", "/admin/program", "/admin/connections"];

/** The delegate list, searches that match a few delegates or a third, and the check-in search. */
const DELEGATE_PATHS = [
  "/admin/delegates",
  "/admin/delegates?q=delegate+49",
  "/admin/delegates?q=reporter&sort=name",
  "/admin/delegates/door?q=person4",
];

/** Copies every speaker, session and connection until there are `times` times as many. */
function multiply(dataDir: string, times: number): void {
  const sqlite = new Database(join(dataDir, "conference.db"));
  const copies = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${times - 1})`;
  if (times > 1) {
    sqlite.exec(`
      ${copies} insert into speakers (id, name, title, company, bio, category, featured, sort_order)
        select id + i * 1000, name, title, company, bio, category, 0, sort_order + i * 1000 from speakers, n where id < 1000;
      ${copies} insert into program_sessions (id, title, time, description, type, track, sort_order)
        select id + i * 1000, title, time, description, type, track, sort_order + i * 1000 from program_sessions, n where id < 1000;
      ${copies} insert into connections (speaker_id, program_session_id, role)
        select speaker_id + i * 1000, program_session_id + i * 1000, role from connections, n where speaker_id < 1000;
    `);
  }
  sqlite.close();
}

function addDelegates(dataDir: string, count: number): void {
  const sqlite = new Database(join(dataDir, "conference.db"));
  insertDelegates(sqlite, count);
  sqlite.close();
}

type Measured = { ms: number; bytes: number };

async function measure(address: string, cookie: string): Promise<Measured> {
  const seen: Measured[] = [];
  for (let turn = 0; turn < REQUESTS; turn += 1) seen.push(await one(address, cookie));
  return { ms: median(seen.map(({ ms }) => ms)), bytes: seen[0]?.bytes ?? 0 };
}

function one(address: string, cookie: string): Promise<Measured> {
  const begun = performance.now();
  const headers = { "Accept-Encoding": "br", ...(cookie && { Cookie: cookie }) };
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address}: ${response.statusCode}`));
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve({ ms: performance.now() - begun, bytes }));
    }).once("error", reject);
  });
}
