import sharp from "sharp";

const SVG_LOADER = { operation: ["VipsForeignLoadSvg"] };
let drawings = 0;

/**
 * An SVG of our own as a PNG of few colours. Everywhere else the reader of SVG is off, because libvips
 * would take one for an uploaded image; what is uploaded meanwhile is still refused by its first bytes.
 * The SVG must have no text in it: the container has no fonts.
 */
export async function drawSvg(svg: string): Promise<Buffer> {
  drawings += 1;
  sharp.unblock(SVG_LOADER);
  try {
    return await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  } finally {
    drawings -= 1;
    if (drawings === 0) sharp.block(SVG_LOADER);
  }
}
