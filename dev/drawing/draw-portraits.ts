// Draws the sample speakers' portraits into public/portraits: cut-paper figures from a few shapes, a
// different mixture for each name. Nobody's photograph, and nobody's likeness.
import { mkdirSync, writeFileSync } from "node:fs";
import { SAMPLE_SPEAKERS } from "#app/sample/sample-program.ts";

const PAPERS = ["#e9dcc6", "#d9e2ec", "#e8d5cf", "#dbe5d6", "#efe3b8", "#e2dbe8"];
const SKINS = ["#f0cdb0", "#e0ac84", "#c68a5e", "#9c6543", "#754a31", "#f5dcc4"];
const HAIRS = ["#241c1a", "#4a3026", "#7c4a2a", "#b98a4b", "#9a9da3", "#5b2b20"];
const COATS = ["#b3161e", "#1b4f9c", "#1c6b3c", "#15171c", "#8f6a00", "#565b64"];

type Pen = { skin: string; hair: string; coat: string };
type Shape = (pen: Pen) => string;

/** Behind the head: long hair, a bun, or nothing. */
const BACK_HAIR: Shape[] = [
  () => "",
  ({ hair }) => `<path d="M54 84c0-44 84-44 84 0v58H54z" fill="${hair}"/>`,
  ({ hair }) => `<circle cx="96" cy="34" r="17" fill="${hair}"/>`,
  () => "",
  ({ hair }) => `<path d="M48 88c-6-56 102-56 96 0 0 14 6 24 4 40H44c-2-16 4-26 4-40z" fill="${hair}"/>`,
];

/** Over the forehead. */
const FRONT_HAIR: Shape[] = [
  ({ hair }) => `<path d="M60 82c-4-46 76-46 72 0-8-18-20-24-36-24s-28 6-36 24z" fill="${hair}"/>`,
  ({ hair }) =>
    `<path d="M58 86c0-52 78-50 76 0-2-10-6-18-12-24-18 8-38 6-48-4-8 6-14 16-16 28z" fill="${hair}"/>`,
  ({ hair }) => `<path d="M62 76c2-38 66-38 68 0-22-12-46-12-68 0z" fill="${hair}"/>`,
  ({ hair }) => `<path d="M60 80c2-42 70-42 72 0 0 2-4-22-36-22-24 0-36 20-36 22z" fill="${hair}"/>`,
  ({ hair }) =>
    `<g fill="${hair}"><circle cx="70" cy="60" r="15"/><circle cx="88" cy="50" r="16"/><circle cx="108" cy="51" r="16"/><circle cx="123" cy="62" r="14"/></g>`,
];

/** Glasses, a beard, earrings, or nothing. */
const EXTRAS: Shape[] = [
  () => "",
  () =>
    `<g fill="none" stroke="#15171c" stroke-width="3"><circle cx="81" cy="90" r="10"/><circle cx="111" cy="90" r="10"/><path d="M91 89h10"/></g>`,
  ({ hair }) =>
    `<path d="M64 98c2 38 62 38 64 0-6 10-14 12-18 10-8-4-20-4-28 0-4 2-12 0-18-10z" fill="${hair}"/><path d="M86 115h20" stroke="#f5dcc4" stroke-width="3" stroke-linecap="round"/>`,
  () => "",
  () => `<g fill="#f4c430"><circle cx="61" cy="104" r="4"/><circle cx="131" cy="104" r="4"/></g>`,
];

/** A collar, a scarf, lapels. */
const COLLARS: Shape[] = [
  () => `<path d="M78 142l18 22 18-22 8 6-26 34-26-34z" fill="#faf7f2"/>`,
  () => `<path d="M72 146c12 14 36 14 48 0l6 10c-16 18-44 18-60 0z" fill="#faf7f2"/>`,
  ({ coat }) =>
    `<path d="M96 166l-22-24-12 12 34 38 34-38-12-12z" fill="${coat}" stroke="#faf7f2" stroke-width="2"/>`,
];

/** Which of the above each speaker wears: paper, skin, hair, coat; back hair, front hair, extra, collar. */
const LOOKS: Record<
  string,
  [
    paper: number,
    skin: number,
    hair: number,
    coat: number,
    back: number,
    front: number,
    extra: number,
    collar: number,
  ]
> = {
  "marguerite-oyelaran": [0, 4, 0, 0, 2, 4, 4, 1],
  "tobias-lindqvist": [1, 0, 3, 3, 0, 0, 2, 0],
  "priya-ramanathan": [3, 2, 0, 1, 1, 2, 0, 1],
  "daniel-okafor-reyes": [4, 3, 0, 2, 0, 2, 1, 2],
  "hanna-petrov": [2, 5, 5, 3, 1, 1, 0, 1],
  "lachlan-byrne": [5, 0, 2, 4, 0, 1, 0, 0],
  "mei-tanaka-wills": [1, 5, 0, 0, 4, 3, 0, 2],
  "rosa-delgado": [3, 1, 1, 5, 4, 4, 4, 1],
  "gregor-achterberg": [0, 0, 4, 1, 0, 0, 1, 0],
  "fatima-el-masri": [4, 1, 0, 2, 1, 3, 0, 1],
  "owen-prichard": [2, 5, 4, 3, 0, 2, 2, 2],
  "samuel-adeyemi": [5, 4, 0, 5, 0, 4, 0, 0],
  "ingrid-solheim": [1, 5, 3, 2, 2, 1, 1, 1],
  "kiran-bhatt": [0, 2, 0, 1, 0, 1, 2, 2],
  "beatrice-fontaine": [3, 0, 4, 0, 4, 2, 4, 1],
  "jack-merriweather": [4, 1, 2, 5, 0, 3, 0, 0],
  "aroha-parata": [2, 3, 0, 4, 1, 4, 0, 1],
};

mkdirSync("public/portraits", { recursive: true });
for (const { slug, hasPortrait = true } of SAMPLE_SPEAKERS) {
  if (hasPortrait) writeFileSync(`public/portraits/${slug}.svg`, draw(slug));
}

/** One portrait, 192 by 192. */
function draw(slug: string): string {
  const look = LOOKS[slug];
  if (!look) throw new Error(`${slug} has no look`);
  const [paper, skin, hair, coat, back, front, extra, collar] = look;
  const pen = { skin: pick(SKINS, skin), hair: pick(HAIRS, hair), coat: pick(COATS, coat) };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192">`,
    `<rect width="192" height="192" fill="${pick(PAPERS, paper)}"/>`,
    `<path d="M0 ${150 - coat * 8}L192 ${110 + skin * 8}V192H0z" fill="#15171c" opacity=".07"/>`,
    pick(BACK_HAIR, back)(pen),
    `<path d="M22 192c0-34 32-46 74-46s74 12 74 46z" fill="${pen.coat}"/>`,
    `<path d="M80 120h32v30c-4 14-28 14-32 0z" fill="${pen.skin}"/>`,
    `<path d="M80 132c8 8 24 8 32 0v8c-8 8-24 8-32 0z" opacity=".15"/>`,
    pick(COLLARS, collar)(pen),
    `<ellipse cx="96" cy="92" rx="35" ry="43" fill="${pen.skin}"/>`,
    `<path d="M96 49a35 43 0 0 1 0 86 50 60 0 0 0 0-86z" opacity=".08"/>`,
    `<g fill="#15171c"><circle cx="82" cy="91" r="3.4"/><circle cx="110" cy="91" r="3.4"/></g>`,
    `<path d="M96 94l-4 12h7" fill="none" stroke="#15171c" stroke-opacity=".45" stroke-width="2.5"/>`,
    `<path d="M86 117c6 5 14 5 20 0" fill="none" stroke="#15171c" stroke-width="3" stroke-linecap="round"/>`,
    pick(EXTRAS, extra)(pen),
    pick(FRONT_HAIR, front)(pen),
    `</svg>\n`,
  ].join("");
}

function pick<T>(list: T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`There is no item ${index} in a list of ${list.length}`);
  return item;
}
