// React Router's <Scripts> does not expose its scripts, so they are extracted from the HTML.
// tests/routes/inline-scripts.test.ts fails if React or React Router changes their format.
import { scriptSafeJson } from "#app/platform/text.ts";

/** The nonce distinguishes the site's scripts from scripts in text that visitors entered. */
const mark = (nonce: string): string => ` nonce="${nonce}"`;

const END = "</script>";
/** CONTEXT begins the first script in <Scripts>. STREAM begins the data stream in that script. */
const CONTEXT = "window.__reactRouterContext = ";
const STREAM = "window.__reactRouterContext.stream = ";
const MODULE = ' type="module" async=""';
const HINT = '<link rel="modulepreload"';

/** `attributes` follow the nonce. `after` is the HTML up to the next script. */
type Script = { attributes: string; text: string; after: string };

/**
 * Removes the nonce, so one cached page can serve all visitors. Also returns the inline scripts.
 * - The module script becomes plain text and loses its preload hints. DeferredScripts runs it after
 *   the page has loaded.
 * - The context and loader data move to the last script, so the policy needs fewer hashes.
 * The context script's element stays, because React expects it.
 */
export function finalizePageScripts(
  rendered: string,
  { nonce, data, moduleAttribute }: { nonce: string; data: string; moduleAttribute: string },
): { html: string; scripts: string[] } {
  const { before, scripts } = splitAtScripts(rendered, nonce);
  for (const script of scripts)
    script.attributes = script.attributes.replace(MODULE, ` type="text/plain" ${moduleAttribute}=""`);
  if (data !== "") moveToLast(scripts, data);
  const texts = scripts.map(({ text }) => text).filter((text) => text !== "");
  const html = scripts.flatMap(({ attributes, text, after }) => [attributes, ">", text, END, after]);
  return { html: before + html.join(""), scripts: [...new Set(texts)] };
}

/** Makes a single pass, because admin pages are long and rendered for each visitor. */
function splitAtScripts(rendered: string, nonce: string): { before: string; scripts: Script[] } {
  const [before = "", ...marked] = rendered.split(mark(nonce));
  const page = { before, scripts: [] as Script[] };
  for (const piece of marked) {
    const last = page.scripts.at(-1);
    const html = last ? last.after : page.before;
    const tag = html.lastIndexOf("<");
    const close = piece.indexOf(">");
    if (html.startsWith("<script", tag)) {
      const end = piece.indexOf(END);
      page.scripts.push({
        attributes: piece.slice(0, close),
        text: piece.slice(close + 1, end),
        after: piece.slice(end + END.length),
      });
      continue;
    }
    // Keeps an element from <Links>, without its nonce. Drops a preload hint for scripts.
    const isHint = html.startsWith(HINT, tag);
    const rest = isHint ? html.slice(0, tag) + piece.slice(close + 1) : html + piece;
    if (last) last.after = rest;
    else page.before = rest;
  }
  return page;
}

function moveToLast(scripts: Script[], data: string): void {
  const context = scripts.find(({ text }) => text.startsWith(CONTEXT));
  const last = scripts.at(-1);
  const facts = context?.text.split(STREAM);
  if (!context || !last || facts?.length !== 2)
    throw new Error("React Router's scripts have an unknown form");
  // Replaces the stream with one that delivers the same bytes immediately.
  last.text = `${last.text};${facts[0]}${STREAM}new Response(${scriptSafeJson(data)}).body`;
  context.text = "";
}
