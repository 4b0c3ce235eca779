import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Encoding } from "#app/http/content-negotiation.server.ts";

const runBrotli = promisify(brotliCompress);
const runGzip = promisify(gzip);

/**
 * `quality` ranges from 0 (fast) to 11 (small). `bytes` is the length of the text, if known: a 64 kB
 * window fits most pages and is fastest, and the default of 4 MB would waste memory.
 */
export const brotliOptions = (quality: number, bytes = Number.POSITIVE_INFINITY) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: bytes <= 2 ** 16 - 16 ? 16 : 18,
  },
});

const FAST = { br: 2, gzip: { level: 5 } };

/** Compresses off the main thread, to the smallest size. `fast` is for responses to one visitor. */
export async function compress(body: Buffer, encoding: Encoding, { fast = false } = {}): Promise<Buffer> {
  if (encoding === "br") return runBrotli(body, brotliOptions(fast ? FAST.br : 11, body.length));
  if (encoding === "gzip") return runGzip(body, fast ? FAST.gzip : { level: 9 });
  return body;
}

export function createCompressors(encoding: Encoding): NodeJS.ReadWriteStream[] {
  if (encoding === "br") return [createBrotliCompress(brotliOptions(FAST.br))];
  return encoding === "gzip" ? [createGzip(FAST.gzip)] : [];
}
