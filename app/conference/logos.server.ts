// Sponsor logos, read once at startup from files next to the conference file.
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

type Logo = { type: string; bytes: Buffer };
const logos = new Map<string, Logo>();

export const findLogo = (name: string): Logo | undefined => logos.get(name);

const LIMIT_BYTES = 1_000_000;

/** Maps the first bytes of a file to its image type, because file names may be wrong. */
const TYPES: [start: RegExp, type: string][] = [
  [/^\x89PNG\r\n/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^RIFF....WEBP/s, "image/webp"],
  [/^(?:\xef\xbb\xbf)?\s*<(?:[?!][\s\S]*<)?svg\b/i, "image/svg+xml"],
];

/** Returns the logo's URL path. @throws Error with a message to print after the field's name. */
export function registerLogo(path: string): string {
  const bytes = readLogo(path);
  const type = TYPES.find(([start]) => start.test(bytes.toString("latin1", 0, 2_000)))?.[1];
  if (type === undefined) throw new Error(`must be a PNG, JPEG, WebP or SVG image, and ${path} is not`);
  const name = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  logos.set(name, { type, bytes });
  return `/logos/${name}`;
}

function readLogo(path: string): Buffer {
  try {
    if (statSync(path).size > LIMIT_BYTES) throw new Error(`must be at most 1 MB, and ${path} is larger`);
    return readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === undefined ? message : `cannot be read: ${path} (${code})`);
  }
}
