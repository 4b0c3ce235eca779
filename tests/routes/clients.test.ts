// The programs in examples/clients/ that read and write organisers' data, run against the built site.
// tests/e2e/clients.spec.ts opens its pages.
import { spawn } from "node:child_process";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { finish } from "../faults/support/child-process.ts";
import { inDatabase, rowsOf } from "../faults/support/rows.ts";
import { registration } from "../support/factories.ts";
import { newFolder } from "../support/new-folder.ts";
import { type Server, startServer } from "../support/server.ts";
import { TEMPLATE_DIR } from "../support/sites.ts";

const [READ, FULL] = [createToken("badges", "read"), createToken("sheet", "full")];
const API_TOKENS = `${READ?.entry},${FULL?.entry}`;

let site: Server;
let empty: Server;
beforeAll(async () => {
  const DATA_DIR = newFolder();
  cpSync(TEMPLATE_DIR, DATA_DIR, { recursive: true });
  [site, empty] = await Promise.all([startServer({ DATA_DIR, API_TOKENS }), startServer({ API_TOKENS })]);
});
afterAll(() => Promise.all([site.stop(), empty.stop()]));

/** Runs a client in a folder of its own, with its settings in a file, as its first lines say. */
async function run(client: string, file: string, TOKEN = "", { origin } = site, folder = newFolder()) {
  writeFileSync(join(folder, "client.env"), `SITE=${origin}\nTOKEN=${TOKEN}\n`);
  const args = ["--env-file=client.env", resolve("examples/clients", client), file];
  const { PATH } = process.env;
  const ended = await finish(spawn(process.execPath, args, { cwd: folder, env: { PATH } }));
  return { ...ended, folder };
}

async function register(changes: Record<string, string>, status: string): Promise<void> {
  const response = await fetch(`${site.origin}/api/registrations`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(registration(changes)),
  });
  const { id } = await response.json();
  const set = "update delegates set status = ? where id = ?";
  inDatabase(site.dataDir, (sqlite) => sqlite.prepare(set).run(status, id));
}

test("the badges client writes a page with the delegates who are coming, which only its user can read", async () => {
  await register({ name: "Zoë O’Brien <PR> & Co", company: "The Quill" }, "confirmed");
  await register({ name: "Ada Here", email: "ada@example.com" }, "attended");
  await register({ name: "Noor Pending", email: "noor@example.com" }, "pending");
  const { status, output, folder } = await run("badges.ts", "badges.html", READ?.token);
  expect([status, output]).toEqual([0, "2 badges are in badges.html.\n"]);
  const file = join(folder, "badges.html");
  const names = [...readFileSync(file, "utf8").matchAll(/<h1>(.*?)<\/h1><p>(.*?)<\/article>/g)];
  expect(names.map(([, name, rest]) => [name, rest])).toEqual([
    ["Ada Here", "Communications lead</p><p>PR Pass</p>"],
    ["Zoë O’Brien &#60;PR&#62; &#38; Co", "Communications lead</p><p>The Quill</p><p>PR Pass</p>"],
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const none = await run("badges.ts", "badges.html", READ?.token, empty);
  expect([none.status, none.output]).toEqual([0, "0 badges are in badges.html.\n"]);
});

const stored = ({ dataDir } = site) =>
  rowsOf(
    dataDir,
    "select external_id, title, time, type, track, room, description, updated_at from program_sessions",
  );
const historyOf = ({ dataDir } = site) => rowsOf(dataDir, "select count(*) from changesets");

test("the sheet client creates and updates sessions, and its second run changes nothing", async () => {
  const before = stored().length;
  const folder = newFolder();
  const sheet = readFileSync("examples/clients/sessions.csv", "utf8");
  const publish = (text: string) => {
    writeFileSync(join(folder, "sessions.csv"), text);
    return run("publish.ts", "sessions.csv", FULL?.token, site, folder);
  };
  expect(await publish(sheet)).toMatchObject({ status: 0, output: "2 created, 0 changed, 0 unchanged\n" });
  expect(stored().slice(before)).toMatchObject([
    { external_id: "2027-01", title: "Doors, coffee and badges", room: "Foyer", description: null },
    { title: 'The "quiet" newsroom', description: "How a small team reads its inbox.\nAnd how it answers." },
  ]);
  const [rows, history] = [stored(), historyOf()];
  const again = await publish(`\uFEFF${sheet.replaceAll("\n", "\r\n")}\r\n`);
  expect(again).toMatchObject({ status: 0, output: "0 created, 0 changed, 2 unchanged\n" });
  expect([stored(), historyOf()]).toEqual([rows, history]);
  const moved = await publish(sheet.replace("9:00 AM - 9:45 AM", "9:15 AM - 10:00 AM"));
  expect(moved).toMatchObject({ status: 0, output: "0 created, 1 changed, 1 unchanged\n" });
  expect(stored().at(-1)).toMatchObject({ time: "9:15 AM - 10:00 AM", external_id: "2027-02" });
  const renamed = await publish(sheet.replace("Doors, coffee", "Doors, tea"));
  expect(renamed).toMatchObject({ status: 0, output: "0 created, 2 changed, 0 unchanged\n" });
  expect(stored().at(-2)).toMatchObject({ title: "Doors, tea and badges", external_id: "2027-01" });
  const twice = await publish(
    `${sheet.replace("8:30 AM", "8:15 AM")}2027-01,"Doors, coffee and badges",9:00 AM,Break,,,\n`,
  );
  expect(twice).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^Doors.*: This has changed since/),
  });
  const wrong = await publish(sheet.replace("8:30 AM - 9:00 AM", ""));
  expect(wrong).toMatchObject({ status: 1, output: expect.stringMatching(/^Doors.*: time: .+\n$/) });
});

test.each([
  ["badges.ts", "badges.html"],
  ["publish.ts", "sessions.csv"],
])("%s says in one sentence what is wrong, and ends with 1", async (client, file) => {
  const folder = newFolder();
  writeFileSync(join(folder, "sessions.csv"), "externalId,title,time,type\n1,Late,9:00 AM,panel\n");
  const ask = async (token?: string, to: { origin: string } = site) => {
    const { status, output } = await run(client, file, token, to as Server, folder);
    expect([client, status]).toEqual([client, 1]);
    return output;
  };
  const rows = stored();
  expect(await ask("conf_wrong")).toMatch(/: Unauthorized: this token is unknown\.\n$/);
  expect(await ask("")).toMatch(/^Set SITE and TOKEN, and name the .+\n$/);
  const nowhere = "http://127.0.0.1:1";
  expect(await ask("x", { origin: nowhere })).toBe(`${nowhere} does not answer. Check SITE.\n`);
  expect(stored()).toEqual(rows);
});
