/** What says so in a User-Agent, the more special ones first: most of them claim to be others too. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["CriOS/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "an iPhone"],
  ["iPad", "an iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Macintosh", "a Mac"],
  ["Linux", "Linux"],
] as const;

/**
 * A User-Agent as its owner would put it, like 'Firefox on Windows'; null where it names no browser that
 * is known here. Versions and models are left out: they would tell more than it takes to know it again.
 */
export function browserInWords(userAgent: string | null): string | null {
  const wordFor = (words: readonly (readonly [string, string])[]) =>
    words.find(([mark]) => userAgent?.includes(mark))?.[1];
  const [browser, system] = [wordFor(BROWSERS), wordFor(SYSTEMS)];
  if (browser === undefined) return null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
