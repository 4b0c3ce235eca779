// Imports lists into a server process, as a browser without JavaScript does.
import { formWith, pressed } from "../../support/forms.ts";
import { type Answer, get, send, submit } from "./requests.ts";

type ListScreen = "speakers" | "delegates";
type Site = { origin: string };

/** Sends a file and opens its preview. Returns a function that presses the import button. */
export async function previewList(site: Site, cookie: string, screen: ListScreen, csv: string) {
  const form = new FormData();
  form.set("list", new File([csv], "list.csv", { type: "text/csv" }));
  const encoded = new Response(form);
  const type = encoded.headers.get("Content-Type") ?? "";
  const sent = await send(`${site.origin}/admin/${screen}/import`, {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin", Cookie: cookie, "Content-Type": type },
    body: await encoded.bytes(),
  });
  const address = sent.headers.location;
  if (sent.status !== 303 || !address) throw new Error(`A list returned ${sent.status}`);
  const { action, fields } = formWith((await get(site, cookie, address)).text, 'value="import"');
  fields.append("intent", "import");
  fields.append("mail", "send");
  return (again = site): Promise<Answer> => submit(again, cookie, action, fields);
}

export async function undoImport(site: Site, cookie: string, screen: ListScreen): Promise<Answer> {
  const { text } = await get(site, cookie, `/admin/${screen}/import`);
  const { action, fields } = formWith(text, 'value="undo"');
  fields.append("intent", "undo");
  return submit(site, cookie, action, fields);
}

/** Presses the first Undo button in the list of delegates. */
export async function undoStatusChange(site: Site, cookie: string, status: string): Promise<Answer> {
  const { text } = await get(site, cookie, `/admin/delegates?status=${status}`);
  const { action, fields } = pressed(text, "Undo");
  return submit(site, cookie, action, new URLSearchParams(fields));
}
