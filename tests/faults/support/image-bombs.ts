// Small files that decode to large images, or claim to.
import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

export const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

export function chunk(type: string, content: Uint8Array, length = content.length): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** A PNG with this header and these compressed pixels, by default zeros. */
export function png(
  { width, height, bits = 8, colour = 2, interlace = 0 }: Header,
  pixels = zeros(1_000),
  more: Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...more,
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
type Header = { width: number; height: number; bits?: number; colour?: number; interlace?: number };

/** Zeros compressed to a thousandth of their size. */
export const zeros = (count: number) => deflateSync(Buffer.alloc(count));

const jpegHeader = (width: number, height: number, marker = 0xc0) =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, marker, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3],
    ...[1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0],
  ]);

export const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#405060" }, limitInputPixels: false });

/** Images that are created on demand. Those that need the most memory are first. */
export function imageBombs(): [string, () => Buffer | Promise<Buffer>][] {
  const profile = (size: number) => Buffer.concat([Buffer.from("icc\0\0", "latin1"), zeros(size)]);
  const withMore = (...more: Buffer[]) => png({ width: 8, height: 8 }, zeros(200), more);
  const deepest = { ...LARGE, bits: 16, colour: 6 };
  const large = `${(LARGE.width * LARGE.height) / 1e6} megapixels`;
  return [
    [`PNG of ${large}, a line high`, () => png({ width: 24_495_900, height: 1 }, zeros(72_000_001))],
    [`JPEG of ${large}, progressive, turned`, largestJpeg],
    [`PNG of ${large}, interlaced, 16 bits, see-through`, () => png({ ...deepest, interlace: 1 }, rows(8))],
    [
      `PNG of ${large}, a pixel wide`,
      () => png({ width: 1, height: 24_495_900, colour: 0 }, zeros(48_000_000)),
    ],
    [`PNG of ${large}, turned, 16 bits`, () => png(deepest, rows(8), [chunk("eXIf", TURNED)])],
    ["GIF of 12.3 megapixels", () => flat(3_500, 3_500).gif({ effort: 1 }).toBuffer()],
    ["AVIF of 4.2 megapixels", () => flat(2_040, 2_040).avif({ effort: 0 }).toBuffer()],
    [
      "PNG of 900 megapixels",
      () => png({ width: 30_000, height: 30_000, bits: 1, colour: 0 }, zeros(3_751 * 30_000)),
    ],
    [
      `WebP of ${large}, lossless`,
      () => flat(LARGE.width, LARGE.height).webp({ lossless: true, effort: 0 }).toBuffer(),
    ],
    ["PNG with more pixels than it says", () => png({ width: 8, height: 8 }, zeros(100_000_000))],
    ["PNG with a profile that unfolds", () => withMore(chunk("iCCP", profile(100_000_000)))],
    ["PNG with a text that unfolds", () => withMore(chunk("zTXt", profile(100_000_000)))],
    ["PNG that says 900 megapixels", () => png({ width: 30_000, height: 30_000, colour: 6 })],
    ["PNG of 65535 x 65535", () => png({ width: 65_535, height: 65_535, bits: 16, colour: 6 })],
    ["PNG of 2^31 - 1", () => png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 })],
    ["PNG of no size", () => png({ width: 0, height: 0 })],
    ["PNG with 20,000 texts", () => withMore(...Array(20_000).fill(chunk("tEXt", Buffer.from("a\0b"))))],
    ["PNG with a chunk that ends nowhere", () => withMore(chunk("tEXt", Buffer.from("a\0b"), 2 ** 31 - 1))],
    ["JPEG that says 4 gigapixels", () => jpegHeader(65_500, 65_500)],
    ["JPEG that says 4 gigapixels, progressive", () => jpegHeader(65_500, 65_500, 0xc2)],
    [
      `JPEG of ${large}, turned`,
      () => flat(LARGE.width, LARGE.height).withMetadata({ orientation: 8 }).jpeg().toBuffer(),
    ],
    ["JPEG of 25 megapixels", () => flat(5_000, 5_001).jpeg().toBuffer()],
    ["WebP that says 268 megapixels", () => webpHeader(16_384, 16_384)],
    ["WebP of 200 frames", () => frames(200)],
    ["GIF of 900 megapixels", () => gif(30_000, 30_000, 1)],
    ["GIF of 500,000 frames", () => gif(8, 8, 500_000)],
    ["AVIF of 24 megapixels, 12 bits", () => avifOf(5_712, 4_284)],
    ["AVIF of 24 megapixels that says 4", () => avifOf(2_000, 2_000)],
    ["a zlib bomb called PNG", () => Buffer.concat([SIGNATURE, zeros(50_000_000)])],
    ["a zlib bomb called JPEG", () => Buffer.concat([JPEG_START, zeros(50_000_000)])],
    [`PNG of ${large}, interlaced, 16 bits`, () => png({ ...LARGE, bits: 16, interlace: 1 }, rows(6))],
    ["10 MB and a byte", () => Buffer.concat([JPEG_START, randomBytes(10_485_758)])],
    ["10 MB of noise", () => Buffer.concat([JPEG_START, randomBytes(10_485_757)])],
  ];
}

/** An accepted image that needs 150 MB to decode. */
export const largestJpeg = () =>
  flat(LARGE.width, LARGE.height)
    .withMetadata({ orientation: 6 })
    .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
    .toBuffer();

/** The dimensions of the largest accepted image. */
const LARGE = { width: 5_710, height: 4_290 };
/** Compressed zeros for all pixels, and for the extra line starts of an interlaced image. */
const rows = (bytes: number) => zeros(LARGE.width * LARGE.height * bytes + 40_000);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
/** EXIF data with a rotation by 90 degrees as its only tag. */
const TURNED = Buffer.from("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0", "latin1");

function webpHeader(width: number, height: number): Buffer {
  const size = Buffer.alloc(5);
  size[0] = 0x2f;
  size.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  const inner = Buffer.concat([Buffer.from("WEBPVP8L\x05\0\0\0", "latin1"), size, Buffer.alloc(3)]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(inner.length);
  return Buffer.concat([Buffer.from("RIFF"), length, inner]);
}

/** A GIF with one-pixel frames of ten bytes each, on a canvas of the given size. */
function gif(width: number, height: number, count: number): Buffer {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from(",\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0", "latin1");
  return Buffer.concat([head, ...Array<Buffer>(count).fill(frame), Buffer.from(";")]);
}

/** A 24-megapixel image that claims to have this size. */
async function avifOf(width: number, height: number): Promise<Buffer> {
  const avif = await flat(5_712, 4_284).avif({ effort: 0, bitdepth: 12 }).toBuffer();
  const size = avif.indexOf("ispe") + 8;
  avif.writeUInt32BE(width, size);
  avif.writeUInt32BE(height, size + 4);
  return avif;
}

const frames = (count: number) =>
  sharp(Buffer.alloc(64 * 64 * count * 3, 9), {
    raw: { width: 64, height: 64 * count, channels: 3, pageHeight: 64 },
  })
    .webp({ loop: 0 })
    .toBuffer();
