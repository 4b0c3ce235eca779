// Measures how long a visitor waits while an organiser changes thousands of delegates.
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { globalAgent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { previewList, undoImport, undoStatusChange } from "../../tests/faults/support/lists.ts";
import { get, send, submit } from "../../tests/faults/support/requests.ts";
import { logInOver } from "../../tests/faults/support/server-process.ts";
import { pause } from "../../tests/faults/support/until.ts";
import { insertDelegates } from "../../tests/support/delegates.ts";
import { formWith } from "../../tests/support/forms.ts";
import { ORGANISER } from "../../tests/support/organiser.ts";
import { median, startSite, table } from "./harness.ts";

const RUNS = Number(process.env.RUNS ?? 3);
const IMPORTED = 2_000;
const CHANGED = 10_000;

// The server may close a kept connection while a request is on its way.
Object.assign(globalAgent, { keepAlive: false });

type Delays = { turns: number[]; waits: number[] };

export async function measureDelays(): Promise<string> {
  const found = new Map<string, Delays>();
  for (let run = 0; run < RUNS; run += 1) await measureRun(found);
  const rows = [...found].map(([step, { turns, waits }]) => {
    const cells = [median(turns), Math.max(...turns), median(waits), Math.max(...waits)];
    return [step, ...cells.map((ms) => ms.toFixed(0))];
  });
  const head = ["step", "turn: median, ms", "worst", "visitor: median, ms", "worst"];
  const note = "Turn: the longest turn of the server’s event loop, in processor time.";
  const visitor =
    "Visitor: the slowest of one visitor’s requests, on a computer that also runs this benchmark.";
  return `${table(head, rows)}\n\n${RUNS} runs. ${note} ${visitor} Goal: at most 300 ms.`;
}

async function measureRun(found: Map<string, Delays>): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), "bench-")), "longest-turn");
  const env = { ADMIN_EMAILS: ORGANISER, LONGEST_TURN_FILE: file };
  const site = await startSite(4731, { preload: "./dev/bench/longest-turn.ts", env });
  const cookie = await logInOver(site);
  async function measure<Done>(step: string, act: () => Promise<Done>): Promise<Done> {
    await pause(200);
    process.kill(site.pid, "SIGUSR2");
    await pause(100);
    const visitor = startVisitor(site.origin);
    const done = await act();
    await pause(50);
    const delays = found.get(step) ?? { turns: [], waits: [] };
    delays.waits.push(await visitor.stop());
    delays.turns.push(existsSync(file) ? Number(readFileSync(file, "utf8")) : Number.NaN);
    found.set(step, delays);
    return done;
  }
  const lists = { new: listOf("Editor"), changed: listOf("Reporter") };
  for (const [name, csv] of Object.entries(lists)) {
    const of = `${IMPORTED} ${name} delegates`;
    const press = await measure(`preview of ${of}`, () => previewList(site, cookie, "delegates", csv));
    check(await measure(`import of ${of}`, () => press()));
  }
  check(
    await measure(`undo of the import of ${IMPORTED} changes`, () => undoImport(site, cookie, "delegates")),
  );
  const sqlite = new Database(join(site.dataDir, "conference.db"));
  insertDelegates(sqlite, CHANGED - IMPORTED);
  sqlite.exec("update delegates set status = 'pending'");
  sqlite.close();
  for (const status of ["confirmed", "declined"])
    check(await measure(`${CHANGED} ${status}`, () => changeAll(site, cookie, status)));
  check(await measure(`undo of ${CHANGED} declined`, () => undoStatusChange(site, cookie, "declined")));
  await site.stop();
}

const listOf = (jobTitle: string): string => {
  const rows = Array.from(
    { length: IMPORTED },
    (_, index) =>
      `PR Pass;Person ${index};person-${index}@example.com;${jobTitle};${index % 2 === 0 ? "confirmed" : ""}`,
  );
  return ["Delegate Type;Full Name;Email Address;Job Title;Status", ...rows].join("\n");
};

async function changeAll(site: { origin: string }, cookie: string, status: string) {
  const { text } = await get(site, cookie, "/admin/delegates?bulk=");
  const { action, fields } = formWith(text, "New status");
  fields.set("status", status);
  return submit(site, cookie, action, fields);
}

function check({ status, text }: { status: number; text: string }): void {
  if (status !== 303) throw new Error(`A step returned ${status}: ${text.slice(0, 200)}`);
}

/** Asks for a page again and again. `stop` returns the longest time in ms. */
function startVisitor(origin: string) {
  let isOver = false;
  let longest = 0;
  const visiting = (async () => {
    while (!isOver) {
      const begun = performance.now();
      await send(`${origin}/my-day`);
      longest = Math.max(longest, performance.now() - begun);
      await pause(5);
    }
    return longest;
  })();
  return {
    stop: () => {
      isOver = true;
      return visiting;
    },
  };
}
