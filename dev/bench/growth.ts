// Cost of ten and a hundred times the sample conference, and of fifty thousand delegates.
import { get } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { insertDelegates } from "../../tests/support/delegates.ts";
import { signInByLink, WITH_ORGANISER } from "../../tests/support/link-sign-in.ts";
import { median, residentMb, startSite, table, toastCookie, whole } from "./harness.ts";

const REQUESTS = 15;
const SIZES = [1, 10, 100];

type Measured = { ms: number; bytes: number };

/** Time to render a response, its size in brotli, and the memory of the process. */
export async function growth(): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const times of SIZES) {
    const site = await startSite(4707, { env: WITH_ORGANISER });
    multiply(site.dataDir, times);
    const cookie = await signInByLink(site);
    const toast = await toastCookie(site.origin);
    const name = `${18 * times} speakers, ${9 * times} sessions`;
    for (const [path, cookies] of [
      ["/", toast],
      ["/?session=2", toast],
      ["/register", toast],
      ["/api/program", ""],
      ["/admin/speakers", cookie],
      ["/admin/program", cookie],
      ["/admin/connections", cookie],
    ] as const) {
      const { ms, bytes } = await measure(site.origin + path, cookies);
      rows.push([name, `\`${path}\``, ms.toFixed(1), whole(bytes), residentMb(site.pid)]);
    }
    await site.stop();
  }
  for (const delegates of [50, 5_000, 50_000]) {
    const site = await startSite(4707, { env: WITH_ORGANISER });
    addDelegates(site.dataDir, delegates);
    const cookie = await signInByLink(site);
    for (const path of DELEGATE_PATHS) {
      const { ms, bytes } = await measure(site.origin + path, cookie);
      rows.push([
        `${whole(delegates)} delegates`,
        `\`${path}\``,
        ms.toFixed(1),
        whole(bytes),
        residentMb(site.pid),
      ]);
    }
    await site.stop();
  }
  return `Median of ${REQUESTS} responses, one after the other, each rendered separately.\n\n${table(["with", "path", "ms", "bytes", "MB resident"], rows)}`;
}

/** Searches that match one or a few, one in three hundred, a third, and none; and a search at the door. */
const DELEGATE_PATHS = [
  "/",
  "/admin",
  "/admin/delegates",
  "/admin/delegates?q=delegate+49",
  "/admin/delegates?q=outlet77",
  "/admin/delegates?q=reporter&sort=name",
  "/admin/delegates?q=nobody+at+all",
  "/admin/delegates/door?q=person4",
];

/** Adds copies of every speaker, session and connection up to `times` the number. */
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
