// The panel of a site of a test's own, as browser tests come into it.
import type { Page } from "@playwright/test";
import { type ServerProcess, signInOver } from "../faults/support/server-process.ts";

/** Gives the page's browser the login of ORGANISER on a site, by a request alone. */
export async function logInTo(page: Page, site: ServerProcess): Promise<void> {
  const cookies = (await signInOver(site)).split("; ").map((cookie) => {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
    return { name, value, url: site.origin };
  });
  await page.context().addCookies(cookies.filter(({ value }) => value !== ""));
}
