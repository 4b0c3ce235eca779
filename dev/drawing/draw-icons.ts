// Converts public/favicon.svg to PNG icons for browsers and phones. Run after changing favicon.svg.
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";

const RED = "#b3161e";
const icon = readFileSync("public/favicon.svg", "utf8");
const mark = icon.match(/<path[^>]*>/)?.[0] ?? "";

/** The red fills the square, because phones crop icons. Every crop contains the whole logo. */
const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 38 38"><rect x="-3" y="-3" width="38" height="38" fill="${RED}"/>${mark}</svg>`;

for (const [name, size, svg] of [
  ["apple-touch-icon", 180, whole],
  ["icon-192", 192, icon],
  ["icon-512", 512, icon],
  ["icon-maskable-192", 192, whole],
  ["icon-maskable-512", 512, whole],
] as const) {
  const png = await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, colours: 32 })
    .toBuffer();
  writeFileSync(`public/${name}.png`, png);
  console.log(`public/${name}.png, ${png.length} bytes`);
}
