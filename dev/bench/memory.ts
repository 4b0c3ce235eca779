// Measures resident memory under load from pages, writes, photographs and long lists.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import sharp from "sharp";
import { logInOver } from "../../tests/faults/support/server-process.ts";
import { insertDelegates } from "../../tests/support/delegates.ts";
import { ORGANISER } from "../../tests/support/organiser.ts";
import { measureLoad, readResidentMb, startSite, table } from "./harness.ts";

const DELEGATES = 50_000;
const LISTS = 10;
const PHOTOS = 12;
/** Twelve megapixels, the size of a phone's photograph. */
const PHOTO = { width: 4_000, height: 3_000, channels: 3, background: "#1b4f9c" } as const;
/** After this time, an idle site has released the memory that V8 frees automatically. */
const IDLE_MS = 6_000;
const AT_REST = `idle, ${IDLE_MS / 1000} s later`;
const PERSON = {
  registrationType: "pr_pass",
  name: "Noor Haddad",
  email: "n@example.com",
  jobTitle: "Lead",
  favoredStream: "b2b",
};

/** Reports resident memory after each kind of load, and the peak while all run together. */
export async function measureMemory(seconds: number): Promise<string> {
  const site = await startSite(4708, { env: { ADMIN_EMAILS: ORGANISER, SITE_URL: "http://127.0.0.1:4708" } });
  const rows: [string, number][] = [];
  const note = (what: string) => rows.push([what, readResidentMb(site.pid)]);
  note("after startup");
  await pause(IDLE_MS);
  note(AT_REST);
  for (const path of ["/", "/?session=2", "/register"]) await (await fetch(site.origin + path)).text();
  const cookie = await logInOver(site);
  await pause(IDLE_MS);
  note("idle, after three pages and a login");

  for (const path of ["/", "/?session=2", "/register", "/api/program"])
    measureLoad(site.origin + path, seconds);
  note("after loading public pages");
  for (const path of ["/admin/speakers", "/admin/program"])
    measureLoad(site.origin + path, seconds, { headers: { Cookie: cookie } });
  note("after loading panel pages");
  await register(site.origin, 5_000);
  note("after 5,000 registrations");
  await sendPhotos(site.origin, cookie);
  note(`after ${PHOTOS} uploads of 12-megapixel photos`);
  addDelegates(site.dataDir);
  await readLists(site.origin, cookie);
  note(`after ${LISTS} downloads of ${DELEGATES.toLocaleString("en-AU")} delegates`);

  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, readResidentMb(site.pid));
  }, 100);
  await Promise.all([
    register(site.origin, 2_000),
    sendPhotos(site.origin, cookie),
    readLists(site.origin, cookie),
    readPages(site.origin, cookie),
  ]);
  clearInterval(watch);
  rows.push(["peak with all loads at the same time", most]);
  note("after all loads");
  await pause(IDLE_MS);
  note(AT_REST);
  await site.stop();
  return `${table(["resident memory", "MB"], rows)}\n\nGoals: at most 110 MB when idle before the load, 200 MB after it.`;
}

async function register(origin: string, times: number): Promise<void> {
  const one = () =>
    fetch(`${origin}/api/registrations`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(PERSON),
    }).then((answer) => answer.arrayBuffer());
  await inTurns(times, 16, one);
}

async function sendPhotos(origin: string, cookie: string): Promise<void> {
  const body = await sharp({ create: PHOTO }).jpeg().toBuffer();
  await inTurns(PHOTOS, 3, async () => {
    const headers = { Cookie: cookie, Origin: origin };
    const asked = await fetch(`${origin}/api/objects/upload`, { method: "POST", headers });
    const { uploadURL } = (await asked.json()) as { uploadURL: string };
    const sent = await fetch(new URL(uploadURL, origin), {
      method: "PUT",
      headers,
      body: new Uint8Array(body),
    });
    if (!sent.ok) throw new Error(`A photograph returned ${sent.status}`);
  });
}

const readLists = (origin: string, cookie: string) =>
  Promise.all(
    Array.from({ length: LISTS }, async () => {
      const answer = await fetch(`${origin}/api/admin/delegates`, { headers: { Cookie: cookie } });
      for await (const _ of answer.body ?? []);
    }),
  );

const readPages = (origin: string, cookie: string) =>
  inTurns(500, 8, () =>
    fetch(`${origin}/admin/speakers`, { headers: { Cookie: cookie } }).then((answer) => answer.arrayBuffer()),
  );

/** Repeats `work`, with at most `atOnce` runs in parallel. */
async function inTurns(times: number, atOnce: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function addDelegates(dataDir: string): void {
  const sqlite = new Database(join(dataDir, "conference.db"));
  insertDelegates(sqlite, DELEGATES);
  sqlite.close();
}
