import { expect } from "vitest";
import { type App, ORIGIN, visibleText } from "./app.ts";
import { formWith } from "./forms.ts";
import type { Organiser } from "./organiser.ts";

export type Screen = "speakers" | "program" | "delegates" | "connections";
export type Content = string | Uint8Array<ArrayBuffer>;

/** Imports lists as an organiser's browser does. */
export function listsOf(app: App, organiser: Organiser) {
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
  return {
    send,
    upload,
    toastOf,
    preview: async (content: Content, screen: Screen) => {
      const sent = await upload(content, screen);
      expect(sent.status).toBe(303);
      const address = sent.headers.get("Location") ?? "";
      const html = await (await organiser.get(address)).text();
      return { address, html, text: visibleText(html) };
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
