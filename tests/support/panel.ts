// The panel of the site that organisers change, as browser tests come into it.
import { expect, type Page } from "@playwright/test";
import { ACCOUNTS } from "../../dev/demo/identity-provider.ts";
import { PANEL_SITE } from "./sites.ts";

/** Signs the page's browser in with the site's provider, by requests alone: the way by its buttons is in organiser.spec. */
export async function signIn(page: Page, { origin } = PANEL_SITE): Promise<void> {
  const to = "/admin/logins";
  const choice = await page.request.get(`${origin}/api/login?to=${to}`);
  const answer = await page.request.post(choice.url(), { form: { account: ACCOUNTS[0]?.id ?? "" } });
  expect(answer.url()).toBe(origin + to);
}

/** The tab of a screen in the panel's bar, whatever waits on it. */
export const tab = (page: Page, title: string) =>
  page.getByRole("navigation", { name: "Panel" }).getByRole("link", { name: new RegExp(`^${title}`) });

/** Creates something by a JSON call of the signed-in page; answers its id. */
export async function create(page: Page, path: "speakers" | "program", data: object): Promise<number> {
  const headers = { Origin: PANEL_SITE.origin };
  return (await (await page.request.post(`/api/admin/${path}`, { headers, data })).json()).id;
}
