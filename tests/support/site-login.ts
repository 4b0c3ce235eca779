import type { Page } from "@playwright/test";
import { logInOver, type ServerProcess } from "../faults/support/server-process.ts";

/** Signs the page's browser in as ORGANISER by a request. */
export async function logInTo(page: Page, site: ServerProcess): Promise<void> {
  const cookies = (await logInOver(site)).split("; ").map((cookie) => {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
    return { name, value, url: site.origin };
  });
  await page.context().addCookies(cookies.filter(({ value }) => value !== ""));
}
