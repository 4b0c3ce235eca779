import { expect } from "vitest";
import { type App, ORIGIN, visibleText } from "./app.ts";
import { answersIn, formWith } from "./forms.ts";
import type { Organiser } from "./organiser.ts";

export type Screen = "speakers" | "program" | "delegates" | "connections";
export type Content = string | Uint8Array<ArrayBuffer>;

/** Imports lists as an organiser's browser does. */
export function listsOf(app: Pick<App, "fetch">, organiser: Organiser) {
  const send = (address: string, body: FormData) => {
    const headers = { Cookie: organiser.cookie, Origin: ORIGIN, "Sec-Fetch-Site": "same-origin" };
    return app.fetch(address, { method: "POST", body, headers });
  };
  const upload = (content: Content, screen: Screen) => {
    const body = new FormData();
    body.set("list", new File([content], "list.csv", { type: "text/csv" }));
    return send(`/admin/${screen}/import`, body);
  };
  const toastOf = async (response: Response) => visibleText(await (await organiser.follow(response)).text());
  const preview = async (content: Content, screen: Screen) => {
    const sent = await upload(content, screen);
    expect(sent.status).toBe(303);
    const address = sent.headers.get("Location") ?? "";
    const html = await (await organiser.get(address)).text();
    return { address, html, text: visibleText(html) };
  };
  /** Sends the form that matches columns, with these choices. Returns the next page. */
  const match = async (html: string, chosen: Record<string, string> = {}) => {
    const { action, fields } = answersIn(html, 'value="match"');
    const answer = await organiser.post(action, { ...fields, intent: "match", ...chosen });
    const page = answer.status === 422 ? answer : await organiser.follow(answer);
    const next = await page.text();
    return { status: answer.status, html: next, text: visibleText(next) };
  };
  return {
    send,
    upload,
    toastOf,
    match,
    /** Uploads a file. Returns the next page, which is a preview or asks for columns. */
    preview,
    /** Uploads a file and, if columns are asked for, accepts the guesses and makes these choices. */
    bring: async (content: Content, screen: Screen, chosen: Record<string, string> = {}) => {
      const asked = await preview(content, screen);
      const page = asked.html.includes('value="match"') ? await match(asked.html, chosen) : asked;
      return { ...page, address: asked.address, asked: asked.text };
    },
    /** Confirms a preview with these choices. */
    press: ({ html }: { html: string }, chosen: Record<string, string> = {}) => {
      const { action, fields } = formWith(html, 'value="import"');
      return organiser.post(action, { ...Object.fromEntries(fields), intent: "import", ...chosen });
    },
    undoLast: async (screen: Screen) => {
      const html = await (await organiser.get(`/admin/${screen}/import`)).text();
      const { action, fields } = formWith(html, 'value="undo"');
      return toastOf(await organiser.post(action, { ...Object.fromEntries(fields), intent: "undo" }));
    },
  };
}
