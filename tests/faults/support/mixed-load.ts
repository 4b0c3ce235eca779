// Visitors, registrations, uploads and check-ins on one site at the same time.
import { expect } from "vitest";
import { insertDelegates } from "../../support/delegates.ts";
import { aFormId } from "../../support/form-id.ts";
import { fetchWithRetry } from "./fetch-with-retry.ts";
import { cases } from "./findings.ts";
import { byForm } from "./requests.ts";
import { faultsOf, inDatabase, lookAtCopy, rowsByEmail } from "./rows.ts";
import { logInOver } from "./server-process.ts";
import { SPEAKERS_WITH_IMAGES, startLoad } from "./site-under-load.ts";
import { pause, until } from "./until.ts";

const PEOPLE = cases(20_000, 4_000);
const IDLE_MS = 100;

/** Starts the load. `stop` ends it, and fails if anything was refused or lost. */
export async function startMixedLoad({ origin, dataDir }: { origin: string; dataDir: string }) {
  inDatabase(dataDir, (sqlite) => {
    insertDelegates(sqlite, PEOPLE);
    sqlite.exec("update delegates set status = 'confirmed'");
    const speaker =
      "insert into speakers (name, title, company, bio, category) values ('N', 'T', 'C', '', 'tech')";
    for (let n = 0; n < SPEAKERS_WITH_IMAGES; n += 1) sqlite.exec(speaker);
  });
  const cookie = await logInOver({ origin, dataDir });

  let isOver = false;
  const problems: string[] = [];
  const done = { pages: 0, checkIns: 0, forms: [] as string[] };
  const ask = async (path: string, wanted: number, init: RequestInit = {}) => {
    const answer = await fetchWithRetry(origin + path, { redirect: "manual", ...init });
    const text = await answer.text();
    if (answer.status !== wanted) throw new Error(`${path} returned ${answer.status}`);
    return text;
  };
  /** Repeats a request until the load is over or a problem occurs. */
  const repeat = async (once: (n: number) => Promise<void>) => {
    for (let n = 1; !isOver && problems.length === 0; n += 1)
      await once(n).catch((error) => problems.push(`${error.message} ${error.cause?.code ?? ""}`));
  };
  const everybody = [
    repeat(async () => {
      // A cookie bypasses the caches.
      const page = await ask("/", 200, { headers: { Cookie: "toast=none" } });
      if (!page.endsWith("</html>")) throw new Error("a page broke off");
      done.pages += 1;
    }),
    repeat(async (n) => {
      const email = `form-${n}@example.com`;
      await ask("/register", 303, byForm(email, aFormId()));
      done.forms.push(email);
    }),
    repeat(async (n) => {
      if (n > PEOPLE) return pause(IDLE_MS);
      await ask("/admin/delegates/door", 303, {
        method: "POST",
        headers: {
          Cookie: cookie,
          "Sec-Fetch-Site": "same-origin",
          "Content-Type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ intent: "check-in", id: String(n) }).toString(),
      });
      done.checkIns += 1;
    }),
  ];
  const load = await startLoad({ origin, dataDir, cookie }, 1);

  return {
    stop: async () => {
      const least = () => Math.min(done.pages, done.checkIns, done.forms.length, load.answered.uploads);
      await until("there was enough of each", () => least() > 10 || problems.length > 0, 5 * 60_000);
      isOver = true;
      const [writers] = await Promise.all([load.stop(), ...everybody]);
      const broken = writers.flatMap((writer) =>
        writer.status === "rejected" ? [String(writer.reason)] : [],
      );
      expect([problems, load.refused, broken]).toEqual([[], [], []]);
      const emails = [...done.forms, ...load.answered.emails];
      lookAtCopy(dataDir, (copy) => {
        expect(faultsOf(copy)).toEqual([]);
        const rows = rowsByEmail(copy);
        expect(emails.filter((email) => rows.get(email) !== 1)).toEqual([]);
        const attended = copy.prepare("select count(*) from delegates where status = 'attended'").pluck();
        expect(attended.get()).toBe(done.checkIns);
      });
      const { uploads } = load.answered;
      return `${done.pages} page requests, ${emails.length} registrations, ${done.checkIns} check-ins and ${uploads} uploads`;
    },
  };
}
