// Publishes a sheet of sessions (CSV): creates those that are new, and updates those that have changed.
// A second run changes nothing, so run it each night. Sessions that the sheet omits stay as they are.
//
//   node --env-file=publish.env publish.ts sessions.csv
//
// The sheet’s first line names fields of the API. The column externalId has an id of yours for each session,
// which must stay the same. publish.env has two lines, and only you may read it (chmod 600):
//   SITE=https://conference.example.org
//   TOKEN=conf_…     from an organiser, with the rights `program:read` and `program:write`
import { readFile } from "node:fs/promises";

type Row = Record<string, string>;
type Session = { externalId: string | null; updatedAt: string };

const { SITE, TOKEN } = process.env;
const [, , file] = process.argv;

/** The rows of a CSV file, by the names in its first line. */
function parseCsv(text: string): Row[] {
  const rows: string[][] = [[]];
  const cells = text.replace("\uFEFF", "").matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g);
  for (const [, quoted, plain = "", end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ",") rows.push([]);
  }
  const [names = [], ...filled] = rows.filter((row) => row.some((cell) => cell !== ""));
  return filled.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])));
}

async function send<T>(method: string, path: string, body?: Row, version?: string): Promise<T> {
  const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
  // The site refuses the change (412) if an organiser has changed the session since it was read.
  if (version) Object.assign(headers, { "If-Match": `"${version}"` });
  const sent = { method, headers, body: body && JSON.stringify(body) };
  const response = await fetch(new URL(path, SITE), sent).catch(() => null);
  if (!response) throw new Error(`${SITE} does not answer. Check SITE.`);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${body?.title ?? path}: ${answer.message}`);
  return answer as T;
}

try {
  if (!SITE || !TOKEN || !file) throw new Error("Set SITE and TOKEN, and name the sheet: sessions.csv");
  const rows = parseCsv(await readFile(file, "utf8"));
  const program = await send<Session[]>("GET", "/api/admin/program");
  const counts = { created: 0, changed: 0, unchanged: 0 };
  for (const row of rows) {
    if (!row.externalId) throw new Error(`${row.title}: Fill in the column externalId.`);
    const known = program.find(({ externalId }) => externalId === row.externalId);
    const path = `/api/admin/program/by-external-id/${encodeURIComponent(row.externalId)}`;
    const saved = await send<Session>("PUT", path, row, known?.updatedAt);
    if (!known) counts.created += 1;
    else counts[saved.updatedAt === known.updatedAt ? "unchanged" : "changed"] += 1;
  }
  console.log(`${counts.created} created, ${counts.changed} changed, ${counts.unchanged} unchanged`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
