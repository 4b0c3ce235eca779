// Writes a badge for each delegate who is coming into an HTML page, which you print from a browser.
//
//   node --env-file=badges.env badges.ts badges.html
//
// badges.env has two lines, and only you may read it (chmod 600):
//   SITE=https://conference.example.org
//   TOKEN=conf_…     from an organiser, with the right `delegates:read`
import { writeFile } from "node:fs/promises";

type Delegate = {
  name: string;
  jobTitle: string;
  company: string | null;
  outlet: string | null;
  registrationType: string;
  status: string;
};
type Conference = { name: string; passes: { id: string; name: string }[] };

const { SITE, TOKEN } = process.env;
const [, , file] = process.argv;

async function read<T>(path: string): Promise<T> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const response = await fetch(new URL(path, SITE), { headers }).catch(() => null);
  if (!response) throw new Error(`${SITE} does not answer. Check SITE.`);
  const body = await response.json();
  // Every error of the API has a message for people.
  if (!response.ok) throw new Error(`No badges: ${body.message}`);
  return body as T;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function badge({ name, jobTitle, company, outlet, registrationType }: Delegate, conference: Conference) {
  const pass = conference.passes.find(({ id }) => id === registrationType)?.name ?? registrationType;
  const lines = [jobTitle, company ?? outlet, pass].filter((line) => line !== null);
  return `<article><h1>${escapeHtml(name)}</h1>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}</article>`;
}

const STYLE = `article { width: 86mm; height: 54mm; float: left; outline: 1px dotted; break-inside: avoid; }
h1, p { font: 5mm sans-serif; margin: 4mm; } h1 { font-size: 8mm; }`;

try {
  if (!SITE || !TOKEN || !file)
    throw new Error("Set SITE and TOKEN, and name the file to write: badges.html");
  const conference = await read<Conference>("/api/conference");
  const delegates = (await read<Delegate[]>("/api/admin/delegates"))
    .filter(({ status }) => status === "confirmed" || status === "attended")
    .sort((one, other) => one.name.localeCompare(other.name));
  const badges = delegates.map((delegate) => badge(delegate, conference)).join("\n");
  const head = `<!doctype html>\n<meta charset="utf-8">\n<title>${escapeHtml(conference.name)}</title>`;
  // Names are personal data, so only you may read the file.
  await writeFile(file, `${head}\n<style>${STYLE}</style>\n${badges}\n`, { mode: 0o600 });
  console.log(`${delegates.length} badges are in ${file}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
