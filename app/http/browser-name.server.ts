/** Specific names come first, because most browsers also send other browsers' names. */
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

/** Returns a name such as 'Firefox on Windows', or null for an unknown browser. */
export function describeBrowser(userAgent: string | null): string | null {
  const wordFor = (words: readonly (readonly [string, string])[]) =>
    words.find(([mark]) => userAgent?.includes(mark))?.[1];
  const browser = wordFor(BROWSERS);
  const system = wordFor(SYSTEMS);
  if (browser === undefined) return null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
