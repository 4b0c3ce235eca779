// The inline scripts of a rendered page, and when they start. React Router's <Scripts> writes the document's scripts
// and tells nobody what is in them, and React offers no way in, so they have to be read from the HTML here, and
// nowhere else. tests/routes/inline-scripts.test.ts fails when React or React Router write them in another way.

/** What a script of this site says of itself as it is rendered, so that it is told from a script in somebody's text. */
const mark = (nonce: string): string => ` nonce="${nonce}"`;

/**
 * Makes the module script a text, which DeferredScripts starts after the page has loaded, and takes away the hints
 * to fetch its parts early: nothing of the scripts is asked for before the page is there.
 */
export const deferModuleScript = (html: string, attribute: string): string =>
  html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(/ type="module" async=""/, ` type="text/plain" ${attribute}=""`);

/**
 * Puts the data of a page's loaders at its end, as React Router does where it streams a page: its part in the browser
 * reads them from there. They and React Router's context go into the page's own script, which is the last one: each
 * script costs a hash in the policy, sent with every page. The element of the context stays, for React to find.
 */
export function withData(html: string, data: string): string {
  if (data === "") return html;
  const stream = "window.__reactRouterContext.streamController";
  const fill = `{let s=${stream};s.enqueue(${inScript(data)});s.close()}`;
  let context = "";
  const rest = html.replace(CONTEXT, (_, start: string, text: string) => {
    context = text;
    return `${start}</script>`;
  });
  const end = rest.lastIndexOf("</script>");
  return `${rest.slice(0, end)};${context}${fill}${rest.slice(end)}`;
}

/** The first script of React Router's <Scripts>, which makes the stream that the data go into. */
const CONTEXT = /(<script[^>]*>)(window\.__reactRouterContext = [\s\S]*?)<\/script>/;

/** A text as JavaScript that is nothing else to HTML. */
const inScript = (text: string): string =>
  JSON.stringify(text).replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * Takes the nonce of this render out of the page again, and answers the scripts that had it, to be named by their
 * hashes: the same bytes can be kept and sent to many visitors.
 */
export function takeInlineScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = "", text]) => attributes.includes(mark(nonce)) && text !== "")
    .map(([, , text = ""]) => text);
  return { html: html.replaceAll(mark(nonce), ""), scripts: [...new Set(scripts)] };
}
