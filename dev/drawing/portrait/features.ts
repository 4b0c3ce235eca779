// Draws sharp features over the engraved lines: eyes, nose, mouth, glasses.
import { drawShoulders } from "./figure.ts";
import type { HairStyle, PortraitLook } from "./looks.ts";

/** Outlines of the hair. Curly styles have none. */
const HAIR_EDGES: Record<HairStyle, string> = {
  bald: "M62 88C59 68 62 44 96 43.5C130 44 133 68 130 88",
  bob: "M54 134C53 116 55 104 58 84C50 20 142 20 134 84C137 104 139 116 138 134M59 108C62 100 62 94 64 84C68 72 80 62 84 48C92 60 108 66 122 66C129 84 130 96 133 108",
  bun: "M61 90C56 34 86 32 96 32C108 32 136 34 131 90M63 78C70 60 78 55 98 54C118 56 124 62 130 78M84 33C80 21 88 14 100 14C114 14 122 22 117 36",
  crop: "M61 86C56 34 80 30 98 30C122 30 136 44 131 86",
  curls: "",
  fringe: "M47 158C50 140 54 116 56 84C48 18 144 18 136 84C138 116 142 140 145 158",
  locks: "M61 82C56 32 88 30 96 30C106 30 136 32 131 82",
  long: "M48 157C50 140 56 116 58 84C50 20 142 20 134 84C136 116 142 140 144 157",
  receding:
    "M61 92C54 40 82 34 100 34C124 34 138 46 131 92M64 80C66 74 70 70 72 64C76 50 92 54 104 50C112 56 120 54 122 66C126 74 127 76 128 80",
  round: "",
  swept:
    "M61 88C56 44 72 26 100 24C130 24 138 50 131 88M63 80C65 68 72 60 76 52C88 56 110 60 122 58C127 66 129 72 130 80M76 52C82 40 96 33 110 34M90 55C98 45 108 42 120 45",
  waves:
    "M46 158C44 152 52 150 48 134C42 112 58 100 58 80C46 18 146 18 134 80C134 100 150 112 144 134C140 150 148 152 146 158",
};
const LAPELS = "M92 192L76 145L61 160L67 165L60 168L70 192M100 192L116 145L131 160L125 165L132 168L122 192";
const COLLAR = "M78 143L83 161L96 153L109 161L114 143";
/** `cloth` lines are light on dark clothes. `other` lines, on accessories, are always dark. */
const CLOTH_EDGES: Record<PortraitLook["wears"], [cloth: string, other: string]> = {
  "bow tie": [LAPELS, COLLAR],
  "crew neck": ["M72 151C80 172 112 172 120 151", "M76 149C82 166 110 166 116 149"],
  jacket: [LAPELS, ""],
  "open shirt": ["M96 172V192", "M78 142L66 152L84 172L96 170L108 172L126 152L114 142"],
  "roll neck": ["M74 155C86 164 106 164 118 155M78 148Q96 157 114 148", "M76 137C86 147 106 147 116 137"],
  scarf: [
    "",
    "M72 144C84 156 108 156 120 144M122 142C130 150 132 160 126 166C110 174 82 174 66 166C60 160 62 150 70 142M68 152C84 164 108 164 125 150M66 160Q96 176 127 158M104 170L106 192M124 166L128 192M114 170L117 192",
  ],
  tie: [LAPELS, `${COLLAR}M91 157L90 160L93 168L88 192M101 157L102 160L99 168L104 192M93 168H99`],
};
const BOW_TIE =
  "M94 160Q84 151 77 153Q79 161 77 169Q84 170 94 162zM98 160Q108 151 115 153Q113 161 115 169Q108 170 98 162zM93 157h6v8h-6z";
const MOUSTACHE =
  "M96 112C88 108 78 112 73 121C82 122 92 121 96 117C100 121 110 122 119 121C114 112 104 108 96 112M92 113Q84 114 79 119M100 113Q108 114 113 119M94 115.5L86 119M98 115.5L106 119";

const COVERS_EARS: readonly HairStyle[] = ["bob", "curls", "fringe", "locks", "long", "waves"];

function edgesOf({ style, face, beard, wears }: PortraitLook): string {
  const [cheek, jaw, chin] = face;
  const below = beard === "full" ? chin + 4 : chin;
  const edges = [
    drawShoulders(face).replace("L112 142", "M112 142").replace("z", ""),
    `M${96 - cheek} 86C${96 - cheek} 102 ${96 - jaw - 4} 120 ${96 - jaw * 0.55} ${below - 5}Q96 ${below + 5} ${96 + jaw * 0.55} ${below - 5}C${96 + jaw + 4} 120 ${96 + cheek} 102 ${96 + cheek} 86`,
    HAIR_EDGES[style],
    CLOTH_EDGES[wears][1],
    beard === "moustache" ? MOUSTACHE : "",
  ];
  if (!COVERS_EARS.includes(style)) {
    for (const out of [-1, 1]) {
      const x = 96 + out * cheek;
      edges.push(`M${x} 84Q${x + out * 6} 78 ${x + out * 6} 90Q${x + out * 5} 101 ${x} 99`);
    }
  }
  return edges.join("");
}

/** X coordinates of the left and the right eye. */
const EYES = [80, 112];

export function drawFeatures(look: PortraitLook): string {
  const { glasses, smile, brows, earrings, face, skin, beard, wears, cloth, hair } = look;
  const [cheek] = face;
  const ink: string[] = [];
  const thin: string[] = [];
  for (const x of EYES) {
    const out = x < 96 ? -1 : 1;
    const b = brows;
    ink.push(
      // Brow (thicker towards the nose) and upper lid.
      `M${x - out * 8} ${77 - b / 2}Q${x} ${73.4 - b / 2} ${x + out * 10} ${77}Q${x} ${73.4 + b / 2} ${x - out * 8} ${77 + b / 2}z`,
      `M${x - 7.4} 88Q${x - 1} 82.4 ${x + 7.4} 87.4Q${x} 84.8 ${x - 7.4} 88z`,
    );
    thin.push(`M${x - 5} 90.4Q${x} 91.8 ${x + 5} 90`, `M${x - 6} 83.4Q${x} 80.2 ${x + 6} 83.2`);
  }
  const s = smile;
  const mouth = `M${83 - s / 2} ${122 - s * 0.9}Q90 ${119.6 + s * 0.5} 96 ${121.4 + s * 0.5}Q102 ${119.6 + s * 0.5} ${109 + s / 2} ${122 - s * 0.9}Q96 ${124.2 + s * 1.4} ${83 - s / 2} ${122 - s * 0.9}z`;
  // Above a dark beard, the lips are drawn in white.
  const isBearded = (beard === "full" || beard === "chin") && hair > 0.5;
  if (!isBearded) ink.push(mouth);
  if (wears === "bow tie") ink.push(BOW_TIE);
  ink.push("M88.6 110.6q2.4-1.6 4.4 1q-2.6 1-4.4-1zM103.6 110.6q-2.4-1.6-4.4 1q2.6 1 4.4-1z");
  thin.push("M102 98Q105.8 106 105 109Q104.6 110.6 103 110.8", "M87.8 107.6Q86.8 110 88.4 111.4");
  if (!beard || beard === "moustache") thin.push("M91 128.6Q96 130.6 102 128.2");
  const whites = EYES.map((x) => `M${x - 6.6} 88Q${x} 82.6 ${x + 6.6} 87.6Q${x} 92.6 ${x - 6.6} 88z`).join(
    "",
  );
  const irises = EYES.map((x) => `<circle cx="${x - 0.4}" cy="87.6" r="3"/>`).join("");
  const glints = EYES.map((x) => `<circle cx="${x - 1.5}" cy="86.4" r=".9"/>`).join("");
  const paper = skin > 0.5 ? ' opacity=".92"' : "";
  return [
    `<path d="${edgesOf(look)}" fill="none" stroke="#15171c" stroke-width="1.2"/>`,
    CLOTH_EDGES[wears][0]
      ? `<path d="${CLOTH_EDGES[wears][0]}" fill="none" stroke="${cloth > 0.45 ? "#faf7f2" : "#15171c"}" stroke-width="1.2"/>`
      : "",
    `<path d="${whites}" fill="#faf7f2"${paper}/>`,
    irises,
    `<g fill="#faf7f2">${glints}</g>`,
    `<path d="${ink.join("")}"/>`,
    `<path d="${thin.join("")}" fill="none" stroke="#15171c" stroke-width=".9" stroke-linecap="round"/>`,
    isBearded ? `<path d="${mouth}" fill="#faf7f2"/>` : "",
    glasses ? GLASSES[glasses](cheek) : "",
    earrings
      ? `<g fill="#faf7f2" stroke="#15171c"><circle cx="${96 - cheek - 2}" cy="104" r="3.2"/><circle cx="${96 + cheek + 2}" cy="104" r="3.2"/></g>`
      : "",
  ].join("");
}

const frame = (width: number, shapes: string) =>
  `<g fill="none" stroke="#15171c" stroke-width="${width}">${shapes}</g>`;
const arms = (cheek: number, from: number) =>
  `M${96 - from} 86L${96 - cheek} 84M${96 + from} 86L${96 + cheek} 84`;
const GLASSES: Record<NonNullable<PortraitLook["glasses"]>, (cheek: number) => string> = {
  round: (cheek) =>
    frame(
      2.4,
      `<circle cx="80" cy="88" r="11.6"/><circle cx="112" cy="88" r="11.6"/><path d="M91.4 86Q96 83 100.6 86${arms(cheek, 28)}"/>`,
    ),
  square: (cheek) =>
    frame(
      2.8,
      `<path d="M68 80.5H91.5V92Q91 97 85 97H75Q68.6 97 68 90zM124 80.5H100.5V92Q101 97 107 97H117Q123.4 97 124 90zM91.5 85Q96 83 100.5 85${arms(cheek, 28)}"/>`,
    ),
  half: (cheek) =>
    frame(
      1.6,
      `<path d="M69 92H91Q91 101 80 101T69 92zM101 92H123Q123 101 112 101T101 92zM91 93Q96 90 101 93${arms(cheek, 27).replaceAll(" 86", " 92")}"/>`,
    ),
};
