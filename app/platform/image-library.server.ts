// sharp's blocked readers count for the whole process: no other file of app/ imports it.
import type sharp from "sharp";
import { createSerialQueue } from "#app/platform/serial-queue.server.ts";

const UPLOADS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}`);
const SVG = { operation: ["VipsForeignLoadSvg"] };

export type { Metadata, Sharp } from "sharp";

let opened: Promise<typeof sharp> | undefined;
/** sharp, loaded for the first image: it takes 20 MB. */
export function openSharp(): Promise<typeof sharp> {
  opened ??= loadSharp().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function loadSharp(): Promise<typeof sharp> {
  const { default: sharp } = await import("sharp");
  // libvips would decode SVG, PDF and more.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: UPLOADS });
  sharp.cache(false);
  return sharp;
}

/** Images are read one after the other: it saves memory, and no upload is read while SVG may be. */
export const decodeSerially = createSerialQueue();

/** A PNG of few colours of an SVG of our own without text: the container has no fonts. */
export const drawSvg = (makeSvg: () => Promise<string>): Promise<Buffer> =>
  decodeSerially(async () => {
    const svg = await makeSvg();
    const sharp = await openSharp();
    sharp.unblock(SVG);
    try {
      return await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
    } finally {
      sharp.block(SVG);
    }
  });
