// Draws portraits of the fictitious sample speakers in the style of newspaper engravings, and saves
// them in public/portraits.
import { mkdirSync, writeFileSync } from "node:fs";
import { SAMPLE_SPEAKERS } from "#app/sample/sample-program.ts";
import { ENGRAVING_TRANSFORM, engrave } from "./portrait/engraving.ts";
import { drawFeatures } from "./portrait/features.ts";
import { drawFace, drawFigure, PORTRAIT_SIDE } from "./portrait/figure.ts";
import { LOOKS, type PortraitLook } from "./portrait/looks.ts";

/** Matches the colour of uploaded photographs. GROUND matches the background of initials. */
const INK = "#15171c";
const GROUND = "#efece6";
const LIGHT = "#faf7f2";

mkdirSync("public/portraits", { recursive: true });
for (const { slug, hasPortrait = true } of SAMPLE_SPEAKERS) {
  if (!hasPortrait) continue;
  const look = LOOKS[slug];
  if (!look) throw new Error(`${slug} has no look`);
  const svg = await draw(look);
  writeFileSync(`public/portraits/${slug}.svg`, svg);
  console.log(`public/portraits/${slug}.svg, ${svg.length} bytes`);
}

async function draw(look: PortraitLook): Promise<string> {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PORTRAIT_SIDE} ${PORTRAIT_SIDE}" fill="${INK}">`,
    `<path d="M0 0H${PORTRAIT_SIDE}V${PORTRAIT_SIDE}H0z" fill="${GROUND}"/>`,
    `<path d="${rounded(drawFace(look.face))}" fill="${LIGHT}"/>`,
    `<path transform="${ENGRAVING_TRANSFORM}" d="${await engrave(drawFigure(look))}"/>`,
    rounded(drawFeatures(look)),
    "</svg>\n",
  ].join("");
}

/** Rounds to a tenth, because finer detail is invisible. */
function rounded(shapes: string): string {
  return shapes.replace(/-?\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10));
}
