import { resolve } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openSampleApp } from "../support/app.ts";

const [REGULAR, THIN] = ["400Regular", "100Thin"].map((weight) => ({
  CARD_FONT: resolve(
    `node_modules/@expo-google-fonts/noto-sans-arabic/${weight}/NotoSansArabic_${weight}.ttf`,
  ),
}));
const ARABIC = "كيف نكتب للجميع <b> & نبقى";

/** Standard deviations of the grey values in three areas of session 2's card. 0 means no text. */
async function inkOf(settings: Record<string, string> | undefined, title: string, names = "Ana Ngata") {
  const app = await openSampleApp(settings);
  app.sqlite.prepare("update program_sessions set title = ? where id = 2").run(title);
  app.sqlite.prepare("update speakers set name = ?").run(names);
  const card = Buffer.from(await (await app.fetch("/og/2.png")).arrayBuffer());
  const inkIn = async (top: number, height: number) => {
    const area = sharp(await sharp(card).extract({ left: 72, top, width: 1056, height }).png().toBuffer());
    return (await area.greyscale().stats()).channels[0]?.stdev ?? 0;
  };
  return { headline: await inkIn(150, 90), rest: await inkIn(130, 385), foot: await inkIn(530, 90) };
}

test("without its own font a card leaves out a field that it could print only in part", async () => {
  const mixed = await inkOf({}, "基調講演 and web", "Ana, 田中");
  expect(mixed.rest).toBeLessThan(1);
  expect(mixed.foot).toBeGreaterThan(20);
  expect((await inkOf({}, "🎉 Welcome")).headline).toBeGreaterThan(20);
});

test("with CARD_FONT other scripts are drawn with it, mixed with Latin letters, too", async () => {
  const thin = await inkOf(THIN, ARABIC, "ليلى");
  const regular = await inkOf(REGULAR, ARABIC, "ليلى");
  expect(regular.headline).toBeGreaterThan(20);
  expect((await inkOf(REGULAR, "Web العربي 🎉")).headline).toBeGreaterThan(20);
  expect(thin.rest).toBeLessThan(regular.rest - 2);
  expect((await inkOf(REGULAR, "基調講演 العربي", "田中")).rest).toBeLessThan(1);
});
