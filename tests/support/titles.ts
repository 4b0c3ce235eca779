/** Every title element of a page: browsers show the first, so there has to be exactly one. */
export const titlesOf = (html: string): string[] =>
  [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title ?? "");
