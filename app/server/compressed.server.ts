import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Encoding } from "#app/http/content-negotiation.server.ts";

const runBrotli = promisify(brotliCompress);
const runGzip = promisify(gzip);

/**
 * `quality` from 0 (fast) to 11 (small); `bytes` is how long the text is, where that is known. A window of 256 kB holds
 * any page, and one of 64 kB most: the usual one of 4 MB is memory for nothing. With 64 kB the compressor searches by
 * a table of a quarter of the size, too, which is where the time for a page of 30 kB goes.
 */
export const brotliOptions = (quality: number, bytes = Number.POSITIVE_INFINITY) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: bytes <= 2 ** 16 - 16 ? 16 : 18,
  },
});

/** For what one visitor alone gets. */
const FAST = { br: 2, gzip: { level: 5 } };

/** A whole body, compressed off the main thread: as small as it gets, or `fast` for one visitor alone. */
export async function compressed(body: Buffer, encoding: Encoding, { fast = false } = {}): Promise<Buffer> {
  if (encoding === "br") return runBrotli(body, brotliOptions(fast ? FAST.br : 11, body.length));
  if (encoding === "gzip") return runGzip(body, fast ? FAST.gzip : { level: 9 });
  return body;
}

/** What a stream goes through to be compressed: one step, or none. */
export function compressor(encoding: Encoding): NodeJS.ReadWriteStream[] {
  if (encoding === "br") return [createBrotliCompress(brotliOptions(FAST.br))];
  return encoding === "gzip" ? [createGzip(FAST.gzip)] : [];
}
