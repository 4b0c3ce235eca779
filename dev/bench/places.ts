// Measures what a limit on places adds to a registration, with 5,000 delegates.
import { request } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { insertDelegates } from "../../tests/support/delegates.ts";
import { registration } from "../../tests/support/factories.ts";
import { conferenceWithPlaces } from "../../tests/support/places.ts";
import { median, startSite, table } from "./harness.ts";

const DELEGATES = 5_000;
const REGISTRATIONS = 200;

/** Sends the registrations to three sites in turn. Returns their median times. */
export async function measurePlaces(): Promise<string> {
  const registrations = {
    "no limit": {},
    "places left": { places: 2 * DELEGATES, waitingList: true },
    "fully booked, with a waiting list": { places: DELEGATES, waitingList: true },
  };
  const sites = await Promise.all(
    Object.values(registrations).map((facts, index) =>
      startSite(4711 + index, { env: conferenceWithPlaces(facts) }),
    ),
  );
  for (const { dataDir } of sites) {
    const sqlite = new Database(join(dataDir, "conference.db"));
    insertDelegates(sqlite, DELEGATES);
    sqlite.exec("update delegates set registration_type = iif(id % 3, 'guest', 'press'), updated_at = 1");
    sqlite.close();
  }
  const times = sites.map((): number[] => []);
  for (let at = 0; at < REGISTRATIONS; at += 1)
    for (const [index, { origin }] of sites.entries()) times[index]?.push(await register(origin, at));
  for (const site of sites) await site.stop();
  const medians = times.map(median);
  const rows = Object.keys(registrations).map((name, index) => {
    const ms = medians[index] ?? Number.NaN;
    return [name, ms.toFixed(2), (ms - (medians[0] ?? 0)).toFixed(2)];
  });
  return `${table(["registration", "median, ms", "more, ms"], rows)}\n\n${REGISTRATIONS} registrations each, in turn, with ${DELEGATES} delegates. Goal: at most 1 ms more.`;
}

function register(origin: string, at: number): Promise<number> {
  const body = JSON.stringify(registration({ registrationType: "guest", email: `bench-${at}@example.com` }));
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json" };
    request(`${origin}/api/registrations`, { method: "POST", headers }, (response) => {
      if (response.statusCode !== 201) reject(new Error(`${origin}: ${response.statusCode}`));
      response.resume().on("end", () => resolve(performance.now() - begun));
    })
      .once("error", reject)
      .end(body);
  });
}
