// sharp blocks formats for the whole process, so only this file in app/ imports it.
import type sharp from "sharp";
import { createSerialQueue } from "#app/platform/versioned-cache.server.ts";

const UPLOADS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}`);
const SVG = { operation: ["VipsForeignLoadSvg"] };

export type { Metadata, Sharp } from "sharp";

let opened: Promise<typeof sharp> | undefined;
/** Loads sharp on first use, because it uses 20 MB of memory. */
export function openSharp(): Promise<typeof sharp> {
  opened ??= loadSharp().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function loadSharp(): Promise<typeof sharp> {
  const { default: sharp } = await import("sharp");
  // Blocks SVG, PDF and other formats that libvips would decode.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: UPLOADS });
  sharp.cache(false);
  return sharp;
}

/** Decodes images one at a time. This saves memory, and no upload is decoded while SVG is allowed. */
export const decodeSerially = createSerialQueue();

/** Converts an SVG to a PNG. Text in it must be outlines, because the container has no fonts. */
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
