import { drawSvg } from "#app/platform/image-library.server.ts";
import { type DrawnText, drawInCardFont } from "#app/sharing/card-font.server.ts";
import {
  drawableText,
  fitText,
  TYPEFACES,
  type Typeface,
  textOutlines,
  textWidth,
  wrapText,
} from "#app/sharing/card-text.server.ts";
import { CARD_SIZE } from "#app/sharing/sharing.ts";

/** Texts on a card, from top to bottom. */
export type CardFacts = {
  dateline: string;
  headline: string;
  /** `text` fills at most `lines` lines. */
  detail: { text: string; lines: number };
  foot: [string, string];
};

const { width: CARD_WIDTH, height: CARD_HEIGHT } = CARD_SIZE;
const MARGIN = 72;
const WIDTH = CARD_WIDTH - 2 * MARGIN;
const TOP = 150;
const BOTTOM = 500;
const HEADLINE_SIZES = [104, 92, 80, 72, 64, 56, 50];
const HEADLINE_LEADING = 1.08;
const DETAIL_SIZE = 32;
const DETAIL_LEADING = 44;
const DETAIL_GAP = 26;
const FOOT_HEIGHT = 48;
const INK = "#15171c";
const MUTED = "#565b64";
const RED = "#b3161e";
/** The logo from public/favicon.svg, in a square of 32 units. */
const MARK = "M7 8h4v3H7zm7 0h11v3H14zM7 14.5h4v3H7zm7 0h11v3H14zM7 21h4v3H7zm7 0h7v3h-7z";

export const drawCard = (facts: CardFacts): Promise<Buffer> => drawSvg(() => cardSvg(facts));

async function cardSvg({ dateline, headline, detail, foot }: CardFacts): Promise<string> {
  const { serif, sans, boldSans } = TYPEFACES;
  const draw = (
    typeface: Typeface,
    text: string,
    fill: string,
    sizes: number[],
    height: number,
    width = WIDTH,
  ) =>
    drawInCardFont(typeface, text, { sizes, width, height, fill, weight: typeface === sans ? "" : "Bold" });
  const datelinePicture = await draw(boldSans, dateline, MUTED, [30], 44);
  const detailHeight = detail.lines * DETAIL_LEADING;
  const detailPicture = await draw(sans, detail.text, MUTED, [DETAIL_SIZE, 28, 24], detailHeight);
  const detailLines = fitText(sans, detail.text, detail.lines, DETAIL_SIZE, WIDTH);
  const detailText = detailPicture?.height ?? detailLines.length * DETAIL_LEADING;
  const headlineHeight = BOTTOM - TOP - (detailText > 0 ? DETAIL_GAP + detailText : 0);
  const headlinePicture = await draw(serif, headline, INK, [...HEADLINE_SIZES, 42, 34], headlineHeight);
  const { lines, size } = headlineIn(headline, headlineHeight);
  const left = MARGIN + 56 + 20;
  const rightPicture = await draw(sans, foot[1], MUTED, [28], FOOT_HEIGHT, WIDTH / 2);
  const footRight = drawableText(sans, foot[1]);
  const rightWidth = rightPicture?.width ?? textWidth(sans, footRight, 28);
  const leftWidth = CARD_WIDTH - MARGIN - rightWidth - 40 - left;
  const leftPicture = await draw(boldSans, foot[0], INK, [34], FOOT_HEIGHT, leftWidth);
  const leftLine = fitText(boldSans, foot[0], 1, 34, leftWidth)[0] ?? "";
  const drawLines = (typeface: Typeface, texts: string[], size: number, top: number, leading: number) =>
    texts.map((text, line) => textOutlines(typeface, text, MARGIN, top + line * leading, size)).join("");
  const headlineBase = TOP + size * 0.86;
  const headlineText = headlinePicture?.height ?? lines.length * size * HEADLINE_LEADING;
  const detailTop = TOP + headlineText + (headlineText > 0 ? DETAIL_GAP : 0);
  const path = (fill: string, data: string) => `<path fill="${fill}" d="${data}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">`,
    path("#faf7f2", `M0 0h${CARD_WIDTH}v${CARD_HEIGHT}H0z`),
    path(RED, `M0 0h${CARD_WIDTH}v14H0z`),
    path(MUTED, drawLines(boldSans, fitText(boldSans, dateline, 1, 30, WIDTH), 30, 92, 0)),
    imageOf(datelinePicture, lineStart(datelinePicture), 82, "middle"),
    path(INK, `M${MARGIN} 116h${WIDTH}v4H${MARGIN}z`),
    path(INK, drawLines(serif, lines, size, headlineBase, size * HEADLINE_LEADING)),
    imageOf(headlinePicture, lineStart(headlinePicture), TOP),
    path(MUTED, drawLines(sans, detailLines, DETAIL_SIZE, detailTop + DETAIL_SIZE, DETAIL_LEADING)),
    imageOf(detailPicture, lineStart(detailPicture), detailTop),
    path("#ddd6ca", `M${MARGIN} 520h${WIDTH}v2H${MARGIN}z`),
    `<g transform="translate(${MARGIN} 546) scale(1.75)">${path(RED, "M3 0h26a3 3 0 0 1 3 3v26a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z")}${path("#faf7f2", MARK)}</g>`,
    path(INK, textOutlines(boldSans, leftLine, left, 585, 34)),
    imageOf(leftPicture, left, 574, "middle"),
    path(MUTED, textOutlines(sans, footRight, CARD_WIDTH - MARGIN - rightWidth, 584, 28)),
    imageOf(rightPicture, CARD_WIDTH - MARGIN - rightWidth, 574, "middle"),
    "</svg>",
  ].join("");
}

const lineStart = (picture: DrawnText | null) =>
  picture?.isRightToLeft ? CARD_WIDTH - MARGIN - picture.width : MARGIN;

function imageOf(picture: DrawnText | null, x: number, y: number, at: "top" | "middle" = "top"): string {
  if (!picture) return "";
  const { png, width, height } = picture;
  const top = at === "top" ? y : y - height / 2;
  return `<image x="${x}" y="${top}" width="${width}" height="${height}" href="data:image/png;base64,${png.toString("base64")}"/>`;
}

/** Uses the largest size that fits. If none fits, shortens the text at the smallest size. */
function headlineIn(text: string, height: number): { lines: string[]; size: number } {
  const { serif } = TYPEFACES;
  for (const size of HEADLINE_SIZES) {
    const lines = wrapText(serif, text, size, WIDTH);
    const isWhole = lines.every((line) => textWidth(serif, line, size) <= WIDTH);
    if (isWhole && lines.length * size * HEADLINE_LEADING <= height) return { lines, size };
  }
  const size = HEADLINE_SIZES.at(-1) ?? 50;
  return { lines: fitText(serif, text, Math.floor(height / (size * HEADLINE_LEADING)), size, WIDTH), size };
}
