// Lists from spreadsheets as a browser without script sends them to a site that is a process of its own.
import { formWith } from "../../support/forms.ts";
import { type Answer, send } from "./requests.ts";
import type { Site } from "./site-process.ts";

type ListScreen = "speakers" | "delegates";
const HEADERS = { "Sec-Fetch-Site": "same-origin" };

/** Sends a file, and looks at what it would do; answers the form below that. */
export async function previewList(site: Site, cookie: string, screen: ListScreen, csv: string) {
  const form = new FormData();
  form.set("list", new File([csv], "list.csv", { type: "text/csv" }));
  const encoded = new Response(form);
  const sent = await send(`${site.origin}/admin/${screen}/import`, {
    method: "POST",
    headers: { ...HEADERS, Cookie: cookie, "Content-Type": encoded.headers.get("Content-Type") ?? "" },
    body: await encoded.bytes(),
  });
  const address = sent.headers.location;
  if (sent.status !== 303 || !address) throw new Error(`A list was answered with ${sent.status}`);
  const { text } = await send(site.origin + address, { headers: { ...HEADERS, Cookie: cookie } });
  return formWith(text, 'value="import"');
}

/** Presses the button of a form on a page of lists. */
export const press = (
  site: Site,
  cookie: string,
  { action, fields }: ReturnType<typeof formWith>,
  chosen: Record<string, string>,
): Promise<Answer> =>
  send(site.origin + action, {
    method: "POST",
    headers: { ...HEADERS, Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams([...fields, ...Object.entries(chosen)]).toString(),
  });

/** Undoes the last import of a screen. */
export async function undoImport(site: Site, cookie: string, screen: ListScreen): Promise<Answer> {
  const headers = { ...HEADERS, Cookie: cookie };
  const { text } = await send(`${site.origin}/admin/${screen}/import`, { headers });
  return press(site, cookie, formWith(text, 'value="undo"'), { intent: "undo" });
}
