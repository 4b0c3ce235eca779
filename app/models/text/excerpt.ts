const LIMIT = 160;

/** As much of a text as search results and whoever shares a page show of it. */
export const excerpt = (text: string): string =>
  text.length > LIMIT ? `${text.slice(0, LIMIT - 1).trimEnd()}…` : text;
