import { readFileSync } from "node:fs";
import { parse } from "opentype.js";
import { env } from "#app/platform/env.server.ts";
import { openSharp } from "#app/platform/image-library.server.ts";
import { drawableText, type Typeface } from "#app/sharing/card-text.server.ts";

/** Font provided by organisers, for scripts that the built-in fonts lack. */
const own: Typeface = env.CARD_FONT ? [parse(new Uint8Array(readFileSync(env.CARD_FONT)).buffer)] : [];
const [font] = own;
const family = font && (font.getEnglishName("preferredFamily") || font.getEnglishName("fontFamily"));

export type DrawnText = { png: Buffer; width: number; height: number; isRightToLeft: boolean };
type Place = { sizes: number[]; width: number; height: number; fill: string; weight: "Bold" | "" };

/**
 * Draws text in CARD_FONT at the largest size that fits. Returns null if `typeface` can draw the
 * text or CARD_FONT cannot.
 */
export async function drawInCardFont(typeface: Typeface, text: string, place: Place) {
  const words = drawableText(own, text);
  if (words === "" || drawableText(typeface, text) !== "") return null;
  const { fill, width, height, weight } = place;
  const sharp = await openSharp();
  const markup = words.replace(/[&<>]/g, (letter) => `&#${letter.codePointAt(0)};`);
  const isRightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(words);
  let picture: DrawnText | null = null;
  for (const size of place.sizes) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${fill}" line_height="0.8">${markup}</span>`,
        font: `${family} ${weight} ${size}`,
        fontfile: env.CARD_FONT,
        width,
        wrap: "word-char",
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    const scale = Math.min(1, width / info.width, height / info.height);
    picture = { png: data, width: info.width * scale, height: info.height * scale, isRightToLeft };
    if (scale === 1) break;
  }
  return picture;
}
