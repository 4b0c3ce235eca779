// The delegates desk as an organiser uses it in a browser.
import type { Locator, Page } from "@playwright/test";

/** The row of a delegate. */
export const rowOf = (page: Page, name: string): Locator =>
  page.locator(".desk-row").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Shows all that is known of a delegate, below their line. */
export async function foldOut(page: Page, name: string): Promise<Locator> {
  const row = rowOf(page, name);
  const facts = row.locator(".desk-facts");
  if (!(await facts.isVisible())) await row.locator(".desk-person > summary").click();
  await facts.waitFor();
  return row;
}

/** Gives a delegate a status, like 'Confirmed', by the button below their line. */
export async function giveStatus(page: Page, name: string, status: string): Promise<void> {
  const row = await foldOut(page, name);
  await row.getByRole("button", { name: status, exact: true }).click();
}

/** Declines a journalist, with a line to them. */
export async function decline(page: Page, name: string, line = ""): Promise<void> {
  const row = rowOf(page, name);
  await row.locator(".desk-decline > summary").click();
  if (line !== "") await row.getByLabel(/^A line to/).fill(line);
  await row.getByRole("button", { name: `Decline ${name}` }).click();
}
