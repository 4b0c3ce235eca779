// The inline scripts of a rendered page, and when they start. React Router's <Scripts> writes the document's scripts
// and tells nobody what is in them, and React offers no way in, so they have to be read from the HTML here, and
// nowhere else. tests/routes/inline-scripts.test.ts fails when React or React Router write them in another way.

/** What a script of this site says of itself as it is rendered, so that it is told from a script in somebody's text. */
const mark = (nonce: string): string => ` nonce="${nonce}"`;

const END = "</script>";
/** How the first script of React Router's <Scripts> begins, and what it makes the stream with that the data go into. */
const CONTEXT = "window.__reactRouterContext = ";
const STREAM = "window.__reactRouterContext.stream = ";
const MODULE = ' type="module" async=""';
const HINT = '<link rel="modulepreload"';

/** An inline script: its attributes after the nonce, what is in it, and the HTML up to the next one. */
type Script = { attributes: string; text: string; after: string };

/**
 * Makes a page of what was rendered with a nonce, and answers its inline scripts, to be named by their hashes: the
 * nonce is taken out, so that the same bytes can be kept and sent to many visitors.
 *
 * - The module script becomes a text with this attribute, which DeferredScripts starts after the page has loaded, and
 *   the hints to fetch its parts early go: nothing of the scripts is asked for before the page is there.
 * - The data of the loaders are put at the end, where React Router's part in the browser reads them; none in a page
 *   without its scripts. They and React Router's context go into the page's own script, which is the last one: each
 *   script costs a hash in the policy, sent with every page. The element of the context stays, for React to find.
 */
export function completePage(
  rendered: string,
  { nonce, data, moduleAttribute }: { nonce: string; data: string; moduleAttribute: string },
): { html: string; scripts: string[] } {
  const { before, scripts } = takeApart(rendered, nonce);
  for (const script of scripts)
    script.attributes = script.attributes.replace(MODULE, ` type="text/plain" ${moduleAttribute}=""`);
  if (data !== "") moveToLast(scripts, data);
  const texts = scripts.map(({ text }) => text).filter((text) => text !== "");
  const html = scripts.flatMap(({ attributes, text, after }) => [attributes, ">", text, END, after]);
  return { html: before + html.join(""), scripts: [...new Set(texts)] };
}

/** The page around its scripts. It is looked through once: it is long, and made for each visitor to the panel. */
function takeApart(rendered: string, nonce: string): { before: string; scripts: Script[] } {
  const [before = "", ...marked] = rendered.split(mark(nonce));
  const page = { before, scripts: [] as Script[] };
  for (const piece of marked) {
    const last = page.scripts.at(-1);
    const html = last ? last.after : page.before;
    const tag = html.lastIndexOf("<");
    const close = piece.indexOf(">");
    if (html.startsWith("<script", tag)) {
      const end = piece.indexOf(END);
      const [attributes, text] = [piece.slice(0, close), piece.slice(close + 1, end)];
      page.scripts.push({ attributes, text, after: piece.slice(end + END.length) });
      continue;
    }
    // A link of <Links>, which stays without the mark, or a hint to fetch a part of the scripts, which goes.
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
    throw new Error("React Router's scripts are written in another way");
  // The same stream of bytes, with all that goes into it: there is nothing to wait for.
  last.text = `${last.text};${facts[0]}${STREAM}new Response(${inScript(data)}).body`;
  context.text = "";
}

/** A text as JavaScript that is nothing else to HTML. */
const inScript = (text: string): string =>
  JSON.stringify(text).replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
