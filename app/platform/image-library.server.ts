// The one place that has sharp, and says what libvips below it may read. That is said to the whole process, so an
// import elsewhere would decide by its order. House rule: no other file of app/ imports it.
import type sharp from "sharp";
import { createTurns } from "#app/platform/turns.server.ts";

const UPLOADS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}`);
const SVG = { operation: ["VipsForeignLoadSvg"] };

export type { Metadata, Sharp } from "sharp";

let opened: Promise<typeof sharp> | undefined;

/** sharp, loaded for the first image: it takes 20 MB, and as long as a tenth of the start. */
export function openSharp(): Promise<typeof sharp> {
  opened ??= loadSharp().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function loadSharp(): Promise<typeof sharp> {
  const { default: sharp } = await import("sharp");
  // Only what is decided on here is ever decoded; libvips would read SVG, PDF and more.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: UPLOADS });
  sharp.cache(false);
  return sharp;
}

/**
 * Whatever reads a file has its turn, one after the other: several at once take no more memory than the largest of
 * them, and no upload is read while SVG may be.
 */
export const inTurnToRead = createTurns();

/**
 * An SVG of our own as a PNG of few colours. libvips would take an SVG for an uploaded image, so it reads it in this
 * turn alone. The SVG must have no text in it: the container has no fonts.
 */
export const drawSvg = (makeSvg: () => string): Promise<Buffer> =>
  inTurnToRead(async () => {
    const svg = makeSvg();
    const sharp = await openSharp();
    sharp.unblock(SVG);
    try {
      return await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
    } finally {
      sharp.block(SVG);
    }
  });
