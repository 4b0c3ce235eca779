// sharp blocks formats for the whole process, so no other file of app/ imports it.
import type sharp from "sharp";
import { createSerialQueue } from "#app/platform/serial-queue.server.ts";

const UPLOADS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}`);
const SVG = { operation: ["VipsForeignLoadSvg"] };

export type { Metadata, Sharp } from "sharp";

let opened: Promise<typeof sharp> | undefined;
/** Loads sharp for the first image, because it takes 20 MB. */
export function openSharp(): Promise<typeof sharp> {
  opened ??= loadSharp().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function loadSharp(): Promise<typeof sharp> {
  const { default: sharp } = await import("sharp");
  // libvips would also decode SVG, PDF and more.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: UPLOADS });
  sharp.cache(false);
  return sharp;
}

/** Decodes one image at a time: saves memory, and no upload is read while SVG is unblocked. */
export const decodeSerially = createSerialQueue();

/** Draws an SVG of our own as a PNG with few colours. It must not contain text: the container has no fonts. */
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
