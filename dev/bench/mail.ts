// Measures how fast a message reaches a distant mail server over one connection and over five.
import { join } from "node:path";
import Database from "better-sqlite3";
import { pause, until } from "../../tests/faults/support/until.ts";
import { insertDelegates } from "../../tests/support/delegates.ts";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { median, startSite, table } from "./harness.ts";

const DELEGATES = 100;
const ROUND_TRIP_MS = 250;
const RUNS = 3;

export async function measureMail(): Promise<string> {
  const rates = new Map<number, number[]>();
  for (let run = 0; run < RUNS; run += 1)
    for (const connections of [1, 5]) {
      const rate = await measureRate(connections);
      rates.set(connections, [...(rates.get(connections) ?? []), rate]);
    }
  const [base = Number.NaN] = [...rates.values()].map(median);
  const rows = [...rates].map(([connections, found]) => {
    const rate = median(found);
    return [connections, rate.toFixed(1), (rate / base).toFixed(2)];
  });
  return `${table(["connections", "emails/s", "ratio"], rows)}\n\nA message to ${DELEGATES} delegates; the mail server takes ${ROUND_TRIP_MS} ms for each. Medians of ${RUNS} runs.`;
}

/** Returns emails per second, from the first that arrives to the last. */
async function measureRate(connections: number): Promise<number> {
  const arrivals: number[] = [];
  const server = await startMailServer({
    hold: async () => {
      await pause(ROUND_TRIP_MS);
      arrivals.push(performance.now());
    },
  });
  const env = { SMTP_URL: `${server.url}?maxConnections=${connections}` };
  const site = await startSite(4721, { env });
  const sqlite = new Database(join(site.dataDir, "conference.db"));
  insertDelegates(sqlite, DELEGATES);
  sqlite.exec(`
    insert into messages (id, state, subject, text) values (1, 'started', 'Doors', 'They open at nine.');
    insert into outbox (delegate_id, kind, message_id) select id, 'message', 1 from delegates`);
  sqlite.close();
  await until("all have arrived", () => arrivals.length === DELEGATES, 120_000);
  await site.stop();
  await server.stop();
  const ms = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  return ((DELEGATES - 1) / ms) * 1000;
}
