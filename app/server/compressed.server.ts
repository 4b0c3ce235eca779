import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Encoding } from "#app/http/content-negotiation.server.ts";

const runBrotli = promisify(brotliCompress);
const runGzip = promisify(gzip);

/** `quality` from 0 (fast) to 11 (small). */
export const brotliOptions = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // A window of 256 kB holds any page; the usual one of 4 MB is memory for nothing.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
});

const FAST = { br: brotliOptions(2), gzip: { level: 5 } };

/** A whole body, compressed off the main thread: as small as it gets, or `fast` for one visitor alone. */
export async function compressed(body: Buffer, encoding: Encoding, { fast = false } = {}): Promise<Buffer> {
  if (encoding === "br") return runBrotli(body, fast ? FAST.br : brotliOptions(11));
  if (encoding === "gzip") return runGzip(body, fast ? FAST.gzip : { level: 9 });
  return body;
}

/** What a stream goes through to be compressed: one step, or none. */
export function compressor(encoding: Encoding): NodeJS.ReadWriteStream[] {
  if (encoding === "br") return [createBrotliCompress(FAST.br)];
  return encoding === "gzip" ? [createGzip(FAST.gzip)] : [];
}
