// The whole text of the pages and the panel's screens, with their links and buttons. The file
// pages-in-full.txt has the expected texts. To accept new ones, run
// `npm run test:unit -- pages-in-full --update`, and review them.
import { join } from "node:path";
import { expect, test } from "vitest";
import { type App, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { ORGANISER, organiserOf } from "../support/organiser.ts";
import { EMPTY_PANEL, MOMENTS, PANEL, VISITORS } from "../support/states.ts";

const tokenOf = (status: string) => Buffer.from(status.padEnd(16, ".")).toString("hex");
const STATUSES = ["pending", "confirmed", "declined", "cancelled", "attended"];
const OWN_PAGES = ["", "/edit", "/pass-on", "/cancel", "/certificate", "/speaker"].flatMap((end) =>
  STATUSES.map((status) => `/registration/${tokenOf(status)}${end}`),
);
const CHOICE = ["/my-day", "/my-day?s=1&s=3&s=99", "/api/login", "/api/login?link=x", "/api/login?sent"];
const SCREENS = [
  ..."?q=Person delegates/1 delegates/1?edit delegates/1?transfer delegates/1?delete delegates/999".split(
    " ",
  ),
  ..."delegates/badges delegates/badges?labels delegates/door-list delegates/walk-in?q=Noor".split(" "),
  ..."delegates/door?q=Person delegates/door?person=5 delegates?q=zzzz messages messages/1 messages/2".split(
    " ",
  ),
  ..."messages/1?delete messages/9 speakers/photos speakers/import program/import delegates/import".split(
    " ",
  ),
].map((path) => `/admin/${path.replace(/^\?/, "delegates?")}`);

test("every page has its whole text, with its links and buttons", async () => {
  const app = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
  addRows(app);
  const { get } = await organiserOf(app);
  const empty = await organiserOf(await openApp({ ADMIN_EMAILS: ORGANISER }));
  const demo = await openSampleApp({ DEMO: "on" });
  const addresses = (states: typeof PANEL) => Object.values(states).map(([, path]) => path);
  const texts: string[] = [];
  const read = async (site: string, paths: string[], open: (path: string) => Promise<Response>) => {
    for (const path of paths) {
      const response = await open(path);
      texts.push(`=== ${site}: ${path} (${response.status})\n${readable(await response.text())}`);
    }
  };
  await read("visitor", [...addresses(VISITORS), ...OWN_PAGES, ...CHOICE], app.fetch);
  await read("demo", addresses(MOMENTS), demo.fetch);
  await read("organiser", [...addresses(PANEL), ...SCREENS], get);
  await read("new site", addresses(EMPTY_PANEL), empty.get);
  await expect(texts.join("\n\n")).toMatchFileSnapshot(join(import.meta.dirname, "pages-in-full.txt"));
});

function addRows({ sqlite }: App): void {
  for (const [index, status] of STATUSES.entries()) {
    const token = { link_token: tokenOf(status), reference: `AB12C0000${index}` };
    const speaker = { registration_type: status === "confirmed" ? "media_pass" : "pr_pass", speaker_id: 1 };
    const dates = { created_at: 1_750_000_000_000, updated_at: 1_750_000_000_000 };
    insertDelegate(sqlite, { name: `Person ${status}`, status, ...token, ...speaker, ...dates });
  }
  const message = sqlite.prepare(
    "insert into messages (subject, text, state, send_at) values (?, 'Dear', ?, ?)",
  );
  for (const state of ["draft", "promised"]) {
    const { lastInsertRowid: id } = message.run(`A ${state} message`, state, Date.now() + 600_000);
    sqlite.prepare("insert into message_recipients (message_id, delegate_id) values (?, 1)").run(id);
  }
}

/** A dialog hides the page behind it. Times and random texts differ with each run. */
function readable(html: string): string {
  const body = html.slice(Math.max(html.indexOf("<body"), html.indexOf('role="dialog"') - 5));
  const named = body
    .replace(/<a (?:[^>]*? )?href="([^"]*)"[^>]*>/g, "$&[$1] ")
    .replace(/<(?:button|input|select|textarea) [^>]*>/g, (control) => `${control}${controlText(control)} `)
    .replace(/<(h[1-6]|p|li|tr|dt|dd|label|legend|summary|main|nav)[ >]/g, "¶ $&");
  return `${/<title>.*?<\/title>/.exec(html)?.[0] ?? "no title"} ${visibleText(named)}`
    .replace(/\d{1,2} \w{3,4} 20[0-9]{2}, \d{1,2}:\d\d [AP]M/g, "MOMENT")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b\d{13}\b/g, "ID")
    .replace(/\s*¶\s*/g, "\n");
}

function controlText(control: string): string {
  const attributeOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(control)?.[1] ?? "";
  return `<${attributeOf("type")} ${attributeOf("name")}=${attributeOf("value")}>`.replaceAll(/[<>]/g, "|");
}
