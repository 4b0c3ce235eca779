// The panel of the site that organisers change, as browser tests come into it.
import { expect, type Page } from "@playwright/test";
import { PANEL_SITE } from "./sites.ts";

/** Signs in with the site's provider, and waits for the dashboard. */
export async function signIn(page: Page): Promise<void> {
  await page.goto("/api/login?to=/admin");
  await page.getByRole("button", { name: "Olive Organ" }).click();
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
}

/** The tab of a screen in the panel's bar, whatever waits on it. */
export const tab = (page: Page, title: string) =>
  page.getByRole("navigation", { name: "Panel" }).getByRole("link", { name: new RegExp(`^${title}`) });

/** Creates something by a JSON call of the signed-in page; answers its id. */
export async function create(page: Page, path: "speakers" | "program", data: object): Promise<number> {
  const headers = { Origin: PANEL_SITE.origin };
  return (await (await page.request.post(`/api/admin/${path}`, { headers, data })).json()).id;
}
