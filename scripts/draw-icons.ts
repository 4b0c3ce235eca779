// Draws public/favicon.svg as the icons that browsers and phones want as PNG. Run it after changing that file.
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";

const RED = "#b3161e";
const mark = readFileSync("public/favicon.svg", "utf8").match(/<path[^>]*>/)?.[0] ?? "";

/** Red to its edges, because phones cut icons into shapes of their own; the mark is inside of any of them. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 38 38"><rect x="-3" y="-3" width="38" height="38" fill="${RED}"/>${mark}</svg>`;

for (const [name, size] of Object.entries({ "apple-touch-icon": 180, "icon-192": 192, "icon-512": 512 })) {
  const png = await sharp(Buffer.from(svg), { density: 72 * (size / 38) })
    .resize(size, size)
    .png({ palette: true, colours: 16 })
    .toBuffer();
  writeFileSync(`public/${name}.png`, png);
  console.log(`public/${name}.png, ${png.length} bytes`);
}
