// Watches Chromium for code that the texts on a page execute.
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { browserOptions } from "../../../dev/test/browsers.ts";

/** Without name resolution, requests to other hosts fail. */
const ARGUMENTS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync"],
  ...["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"],
];

export function launchBrowser() {
  return chromium.launch({ ...browserOptions(), args: ARGUMENTS });
}

/** Returns a list that collects executed code, policy violations and requests to other hosts. */
export async function watch(context: BrowserContext, ownOrigins: string[]): Promise<string[]> {
  const happened: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(
        `Content Security Policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      ),
    );
  });
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOwn = ownOrigins.includes(origin) || protocol === "data:" || protocol === "blob:";
    if (!isOwn) happened.push(`asked ${request.url()}`);
  });
  context.on("dialog", (dialog) => {
    // The panel's warning about unsaved input is not an attack.
    if (dialog.type() === "beforeunload" || dialog.message().startsWith("You have unsaved changes."))
      return dialog.accept();
    happened.push(`opened a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  context.on("console", (message) => {
    if (/content security policy|refused to/i.test(message.text())) happened.push(message.text());
  });
  context.on("weberror", (error) => happened.push(`failed: ${error.error().message}`));
  return happened;
}

/** Lists the code and elements that hostile text has injected into a page. */
export const codeOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = "executed" in window ? ["a text was executed"] : [];
    const addresses = ["href", "src", "action", "formaction", "data"];
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        const isAddress = addresses.includes(name) && URL.canParse(value, location.href);
        const leadsTo = isAddress ? new URL(value, location.href).href : "";
        // A bio may contain links, but the page loads nothing from them.
        const isLink = element.matches('a[rel="nofollow noopener"]');
        const leaves = !isLink && /^https?:\/\/evil\.example/i.test(leadsTo);
        const runs = leaves || /^(javascript|vbscript|data:text)/i.test(leadsTo);
        if (name.startsWith("on") || name === "srcdoc" || runs) {
          found.push(`<${element.localName} ${name}="${value.slice(0, 100)}">`);
        }
      }
    }
    return found;
  });
