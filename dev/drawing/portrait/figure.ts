// Draws the head and shoulders to engrave, in greys, lit from the left. Black is 1, white is 0.
import type { HairStyle, PortraitLook } from "./looks.ts";

/** In darker areas, the engraved lines would merge. */
const DARKEST = 0.9;
/** X coordinate of the middle of the face. */
const X = 96;
export const PORTRAIT_SIDE = 192;

const grey = (darkness: number) => {
  const light = Math.round(255 * (1 - Math.min(1, Math.max(0, darkness))));
  return `rgb(${light},${light},${light})`;
};
const path = (d: string, darkness: number, more = "") => `<path d="${d}" fill="${grey(darkness)}" ${more}/>`;
const stroke = (d: string, darkness: number, width: number, more = "") =>
  `<path d="${d}" fill="none" stroke="${grey(darkness)}" stroke-width="${width}" stroke-linecap="round" ${more}/>`;
const spot = (x: number, y: number, rx: number, ry: number, darkness: number, more = "") =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${grey(darkness)}" ${more}/>`;

export const drawFace = ([cheek, jaw, chin]: PortraitLook["face"]) =>
  `M${X - cheek} 82C${X - cheek} 58 ${X - cheek * 0.65} 44 ${X} 44S${X + cheek} 58 ${X + cheek} 82C${X + cheek} 100 ${X + jaw + 4} 120 ${X + jaw * 0.55} ${chin - 5}Q${X} ${chin + 5} ${X - jaw * 0.55} ${chin - 5}C${X - jaw - 4} 120 ${X - cheek} 100 ${X - cheek} 82z`;

/** Returns the outline of the shoulders and neck. A broader jaw widens the shoulders. */
export function drawShoulders([, jaw]: PortraitLook["face"]): string {
  const [left, right] = [X - 60 - jaw, X + 60 + jaw];
  return `M${left} 192C${left + 2} 166 ${left + 24} 160 60 153C72 150 78 147 80 142L112 142C114 147 120 150 132 153C${right - 24} 160 ${right - 2} 166 ${right} 192z`;
}

/** Interpolates strands of hair. `from` and `to` are the coordinates of the outer cubic curves. */
function strands(from: number[], to: number[], count: number, dark: number, width: number): string {
  return Array.from({ length: count }, (_, index) => {
    const way = count === 1 ? 0 : index / (count - 1);
    const at = from.map((value, which) => (value + ((to[which] ?? 0) - value) * way).toFixed(1));
    // Highlights form a band across the strands.
    const lit = Math.max(0, Math.sin(way * 9 + 1)) * 0.22;
    const shown = dark > 0.5 ? dark - lit : dark + 0.06 + lit * 1.5;
    return stroke(`M${at[0]} ${at[1]}C${at.slice(2).join(" ")}`, Math.min(DARKEST, shown), width);
  }).join("");
}

const curls = (places: [x: number, y: number, r: number][], dark: number) =>
  places
    .map(
      ([x, y, r]) =>
        spot(x, y, r, r, dark) +
        stroke(
          `M${x - r * 0.6} ${y + r * 0.1}A${r * 0.6} ${r * 0.6} 0 0 1 ${x + r * 0.1} ${y - r * 0.6}`,
          dark - 0.35,
          r * 0.28,
        ),
    )
    .join("");

/** Returns discs along an arc around the head. */
const ring = (radiusX: number, radiusY: number, from: number, to: number, count: number, r: number, y = 82) =>
  Array.from({ length: count }, (_, index): [number, number, number] => {
    const angle = ((from + ((to - from) * index) / (count - 1)) * Math.PI) / 180;
    return [
      X + radiusX * Math.cos(angle),
      y + radiusY * Math.sin(angle),
      r * (1 + 0.16 * Math.sin(index * 2.4)),
    ];
  });

type Hair = (dark: number) => string;

const HAIR_BEHIND: Partial<Record<HairStyle, Hair>> = {
  bob: (dark) =>
    path(
      "M58 84C50 20 142 20 134 84C137 104 139 116 138 134C126 142 66 142 54 134C53 116 55 104 58 84z",
      dark,
    ),
  bun: (dark) =>
    spot(X + 4, 30, 19, 16, dark) +
    strands([84, 34, 90, 14, 106, 14, 116, 34], [88, 40, 92, 30, 106, 30, 112, 40], 5, dark, 2.4) +
    path("M60 84C54 28 138 28 132 84z", dark),
  curls: (dark) =>
    curls(
      [
        ...ring(42, 50, 120, 420, 16, 14, 84),
        ...ring(46, 60, 10, 40, 3, 13, 84),
        ...ring(46, 60, 140, 170, 3, 13, 84),
      ],
      dark,
    ),
  fringe: (dark) =>
    path("M56 84C48 18 144 18 136 84C138 116 142 140 146 164L46 164C50 140 54 116 56 84z", dark),
  locks: (dark) =>
    Array.from({ length: 13 }, (_, index) => {
      const x = 58 + index * 6.4;
      const out = (x - X) * 0.24;
      return stroke(
        `M${x} 58C${x + out} 80 ${x + out * 1.3} 112 ${x + out * 1.2} ${146 - Math.abs(index - 6)}`,
        index % 2 ? dark : dark - 0.2,
        7.4,
      );
    }).join(""),
  long: (dark) =>
    path("M58 84C50 20 142 20 134 84C136 116 144 150 148 192L44 192C48 150 56 116 58 84z", dark) +
    strands([62, 96, 58, 120, 52, 150, 50, 190], [74, 120, 72, 140, 68, 160, 66, 190], 6, dark, 2) +
    strands([130, 96, 134, 120, 140, 150, 142, 190], [118, 120, 120, 140, 124, 160, 126, 190], 6, dark, 2),
  round: (dark) => curls([...ring(39, 42, 145, 395, 20, 13, 72), ...ring(24, 28, 180, 360, 9, 14, 62)], dark),
  waves: (dark) =>
    path(
      "M58 80C46 18 146 18 134 80C134 100 150 112 144 134C140 150 150 158 146 170L46 170C42 158 52 150 48 134C42 112 58 100 58 80z",
      dark,
    ) +
    strands([60, 84, 66, 108, 46, 124, 54, 168], [72, 110, 74, 124, 62, 136, 70, 168], 6, dark, 2.2) +
    strands([132, 84, 126, 108, 146, 124, 138, 168], [120, 110, 118, 124, 130, 136, 122, 168], 6, dark, 2.2),
};

const HAIR_IN_FRONT: Record<HairStyle, Hair> = {
  bald: (dark) =>
    path("M62 92C56 76 60 64 68 58C64 70 66 80 65 96z", dark) +
    path("M130 92C136 76 132 64 124 58C128 70 126 80 127 96z", dark + 0.2),
  bob: (dark) =>
    path(
      "M57 112C52 26 88 28 96 30C106 28 140 26 135 112C131 96 130 84 122 66C108 66 92 60 84 48C80 62 68 72 64 84C62 94 61 104 57 112z",
      dark,
    ) +
    strands([84, 34, 66, 42, 58, 66, 58, 104], [86, 46, 78, 58, 66, 74, 61, 98], 8, dark, 1.8) +
    strands([86, 34, 118, 30, 134, 60, 134, 104], [86, 46, 104, 62, 122, 62, 131, 92], 10, dark, 1.8),
  bun: (dark) =>
    path("M61 88C56 34 86 32 96 32C108 32 136 34 131 88C129 72 120 56 98 54C76 56 64 70 61 88z", dark) +
    strands([61, 82, 60, 54, 74, 38, 96, 30], [66, 70, 74, 60, 84, 54, 98, 48], 8, dark, 1.8) +
    strands([131, 82, 132, 54, 118, 38, 100, 30], [126, 70, 120, 60, 110, 54, 100, 48], 8, dark, 1.8),
  crop: (dark) =>
    path(
      "M61 84C56 34 80 30 98 30C122 30 136 44 131 84C129 74 127 68 124 62C112 58 84 58 70 60C66 66 63 74 61 84z",
      dark,
    ) + strands([66, 62, 64, 48, 76, 38, 84, 34], [122, 62, 126, 50, 120, 40, 110, 34], 16, dark, 1.8),
  curls: (dark) =>
    curls(
      [...ring(30, 34, 190, 350, 9, 11, 80), ...ring(20, 26, 200, 340, 6, 12, 70), [62, 90, 9], [130, 90, 9]],
      dark,
    ),
  fringe: (dark) =>
    path(
      "M58 130C50 26 84 26 96 26C110 26 142 26 134 130C130 110 130 92 127 76C112 74 80 74 65 76C62 92 62 110 58 130z",
      dark,
    ) +
    strands([94, 28, 66, 32, 60, 56, 66, 78], [98, 28, 126, 32, 132, 56, 126, 78], 18, dark, 1.7) +
    strands([64, 60, 58, 80, 58, 104, 58, 126], [67, 70, 63, 84, 62, 104, 60, 120], 3, dark, 1.6),
  locks: (dark) =>
    path("M61 82C56 32 88 30 96 30C106 30 136 32 131 82C126 66 116 56 96 54C76 56 66 66 61 82z", dark) +
    strands([96, 30, 76, 34, 62, 54, 60, 84], [96, 50, 90, 54, 80, 58, 70, 66], 5, dark, 3.4) +
    strands([98, 30, 118, 34, 130, 54, 132, 84], [98, 50, 104, 54, 114, 58, 122, 66], 5, dark, 3.4),
  long: (dark) =>
    path("M58 120C50 26 86 28 96 30C106 28 142 26 134 120C130 96 128 78 96 46C64 78 62 96 58 120z", dark) +
    strands([96, 30, 70, 34, 56, 60, 59, 116], [96, 46, 82, 58, 66, 74, 62, 104], 9, dark, 1.8) +
    strands([96, 30, 122, 34, 136, 60, 133, 116], [96, 46, 110, 58, 126, 74, 130, 104], 9, dark, 1.8),
  receding: (dark) =>
    path(
      "M61 92C54 40 82 34 100 34C124 34 138 46 131 92C128 80 128 74 122 66C120 54 112 56 104 50C92 54 76 50 72 64C66 74 64 80 61 92z",
      dark,
    ) +
    strands([64, 78, 60, 56, 72, 42, 90, 36], [74, 60, 76, 52, 84, 50, 98, 48], 8, dark, 1.7) +
    strands([128, 78, 132, 56, 120, 42, 104, 36], [120, 62, 116, 52, 110, 50, 104, 46], 8, dark, 1.7),
  round: (dark) => curls([...ring(29, 26, 185, 355, 10, 9, 74), ...ring(20, 22, 200, 340, 6, 10, 62)], dark),
  swept: (dark) =>
    path(
      "M61 86C56 44 72 26 100 24C130 24 138 50 131 86C130 74 127 66 122 58C110 60 88 56 76 52C70 60 64 70 61 86z",
      dark,
    ) + strands([64, 70, 66, 40, 90, 26, 112, 28], [78, 54, 88, 54, 108, 58, 124, 56], 12, dark, 1.9),
  waves: (dark) =>
    path(
      "M56 120C46 26 84 24 92 28C112 22 146 30 136 120C132 96 130 76 120 62C104 58 92 50 86 42C84 58 70 68 66 82C62 96 62 108 56 120z",
      dark,
    ) +
    strands([86, 30, 62, 40, 64, 72, 56, 114], [86, 44, 80, 60, 66, 76, 62, 104], 8, dark, 2) +
    strands([88, 30, 128, 26, 128, 72, 136, 114], [88, 42, 104, 58, 124, 62, 131, 100], 9, dark, 2),
};

const BEARDS: Record<NonNullable<PortraitLook["beard"]>, (look: PortraitLook, dark: number) => string> = {
  full: ({ face: [cheek, jaw, chin] }, dark) =>
    path(
      `M${X - cheek + 1} 92C${X - cheek + 5} 108 ${X - 20} 110 ${X - 14} 112C${X - 6} 109 ${X + 6} 109 ${X + 14} 112C${X + 20} 110 ${X + cheek - 5} 108 ${X + cheek - 1} 92C${X + cheek} 116 ${X + jaw} ${chin} ${X} ${chin + 9}C${X - jaw} ${chin} ${X - cheek} 116 ${X - cheek + 1} 92z`,
      dark,
      'filter="url(#edge)"',
    ) +
    strands(
      [68, 106, 70, 122, 76, 136, 84, 148],
      [124, 106, 122, 122, 116, 136, 108, 148],
      17,
      dark + 0.12,
      1.3,
    ),
  short: ({ face: [cheek, jaw, chin] }, dark) =>
    path(
      `M${X - cheek + 1} 94C${X - cheek + 7} 112 ${X - 18} 113 ${X - 12} 113C${X - 6} 111 ${X + 6} 111 ${X + 12} 113C${X + 18} 113 ${X + cheek - 7} 112 ${X + cheek - 1} 94C${X + cheek} 114 ${X + jaw} ${chin - 2} ${X} ${chin + 2}C${X - jaw} ${chin - 2} ${X - cheek} 114 ${X - cheek + 1} 94z`,
      dark,
      'filter="url(#soft)" opacity=".62"',
    ),
  moustache: (_, dark) =>
    path(
      "M96 111C88 108 78 112 73 121C82 121 92 120 96 117C100 120 110 121 119 121C114 112 104 108 96 111z",
      dark,
    ) +
    strands([93, 112, 86, 112, 80, 115, 75, 120], [94, 117, 90, 119, 84, 121, 78, 121], 4, dark + 0.2, 0.9) +
    strands(
      [99, 112, 106, 112, 112, 115, 117, 120],
      [98, 117, 102, 119, 108, 121, 114, 121],
      4,
      dark + 0.3,
      0.9,
    ),
  chin: ({ face: [, , chin] }, dark) =>
    path(
      `M82 114C88 110 104 110 110 114L111 128C110 ${chin} 104 ${chin + 4} 96 ${chin + 4}C88 ${chin + 4} 82 ${chin} 81 128z`,
      dark,
      'filter="url(#edge)"',
    ),
};

const CLOTHES: Record<PortraitLook["wears"], (dark: number) => string> = {
  "bow tie": (dark) => shirt() + lapels(dark),
  "crew neck": () => "",
  jacket: (dark) => path("M78 146L96 178L114 146z", 0.12) + lapels(dark),
  "open shirt": (dark) =>
    path("M80 144L96 172L112 144z", 0.22) +
    path("M78 142L66 152L84 172L96 172z", dark - 0.12) +
    path("M114 142L126 152L108 172L96 172z", dark + 0.14),
  "roll neck": (dark) => path("M76 136C86 146 106 146 116 136L119 154C106 164 86 164 73 154z", dark),
  scarf: (dark) =>
    path(
      "M70 142C84 156 108 156 122 142C130 150 132 160 126 166C110 174 82 174 66 166C60 160 62 150 70 142z",
      dark - 0.5,
    ) + path("M104 168L124 165L128 192L106 192z", dark - 0.42),
  tie: (dark) =>
    shirt() +
    lapels(dark) +
    path("M96 156L90 160L93 168L88 192L104 192L99 168L102 160z", dark > 0.7 ? 0.6 : 0.85),
};
const shirt = () => path("M76 144L96 192L116 144z", 0);
const lapels = (dark: number) =>
  path("M76 145L92 192L70 192L60 168L67 165L61 160z", dark - 0.16) +
  path("M116 145L100 192L122 192L132 168L125 165L131 160z", Math.min(DARKEST, dark + 0.1));

export function drawFigure(look: PortraitLook): string {
  const { skin, hair, style, face, wears, cloth, beard, lines } = look;
  const [cheek, jaw, chin] = face;
  const tone = 0.03 + skin * 0.6;
  const shade = (much: number) => tone + much * (1 - tone * 0.75);
  const blur = (name: string, by: number) =>
    `<filter id="${name}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${by}"/></filter>`;
  const soft = 'filter="url(#soft)"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT_SIDE * 4}" height="${PORTRAIT_SIDE * 4}" viewBox="0 0 ${PORTRAIT_SIDE} ${PORTRAIT_SIDE}"><defs>`,
    blur("edge", 0.9),
    blur("soft", 3),
    blur("wide", 7),
    `<linearGradient id="cloth"><stop stop-color="${grey(Math.max(0.1, cloth - 0.22))}"/><stop offset=".45" stop-color="${grey(cloth)}"/><stop offset="1" stop-color="${grey(Math.min(DARKEST, cloth + 0.2))}"/></linearGradient>`,
    `<clipPath id="face"><path d="${drawFace(face)}"/></clipPath><clipPath id="neck"><path d="M78 116H114V142L134 153V192H58V153L78 142z"/></clipPath><clipPath id="body"><path d="${drawShoulders(face)}"/></clipPath>`,
    "</defs>",
    HAIR_BEHIND[style]?.(hair) ?? "",
    // The neck, in the chin's shadow.
    path("M78 118L114 118L116 152Q96 168 76 152z", shade(0.12)),
    `<g clip-path="url(#body)">${path(drawShoulders(face), 0, 'style="fill:url(#cloth)"')}${path("M78 130L114 130L116 150Q96 172 76 150z", shade(0.1))}</g>`,
    `<g clip-path="url(#neck)"><g ${soft}>${path(`M${X - jaw + 4} 136Q${X + 4} ${chin + 18} ${X + jaw} 130L${X + 20} 152L${X + 2} 154z`, shade(0.6))}</g></g>`,
    CLOTHES[wears](cloth),
    `<g clip-path="url(#body)" ${soft} opacity=".7">${path("M190 192C178 168 160 160 146 157L150 192z", Math.min(DARKEST, cloth + 0.3))}</g>`,
    // Ears.
    ...(["bob", "curls", "fringe", "long", "waves"].includes(style)
      ? []
      : [spot(X - cheek - 1.5, 91, 4.6, 9, shade(0.14)), spot(X + cheek + 1.5, 91, 4.6, 9, shade(0.5))]),
    path(drawFace(face), tone),
    `<g clip-path="url(#face)">`,
    // Shadows and hollows.
    `<g filter="url(#wide)">${path(`M${X + 14} 40C${X + 24} 80 ${X + 16} 112 ${X + 2} ${chin + 8}L${X + 50} ${chin + 8}L${X + 50} 40z`, shade(0.52))}</g>`,
    `<g ${soft}>`,
    path(
      `M${X + cheek + 4} 56L${X + cheek - 6} 84L${X + jaw - 4} 124L${X + 8} ${chin + 6}L${X + 46} ${chin + 6}z`,
      shade(0.72),
    ),
    path(
      `M${X - cheek - 4} 76L${X - cheek + 4} 90L${X - jaw + 2} 120L${X - 12} ${chin + 4}L${X - 40} ${chin}z`,
      shade(0.28),
    ),
    spot(80, 85, 9, 4.6, shade(0.34)),
    spot(112, 85, 9, 4.6, shade(0.5)),
    path("M97 84L103 108L97 113L109 113L104 92z", shade(0.58)),
    path("M88 82L91 90L92 98L88 92z", shade(0.2)),
    spot(X, 129.5, 9, 2.6, shade(0.42)),
    path(`M64 58Q96 40 130 58L130 44L62 44z`, shade(0.3)),
    "</g>",
    // Highlights.
    `<g ${soft} opacity=".85">${spot(84, 62, 15, 8, tone - 0.14)}${spot(76, 103, 8, 6, tone - 0.16)}${spot(92, 137, 6, 3.4, tone - 0.1)}</g>`,
    `<g filter="url(#edge)">${spot(95, 102, 1.9, 8.5, tone - 0.24)}</g>`,
    ...(lines
      ? [
          stroke("M85 110Q80 115 78 122", shade(0.4), 1.3),
          stroke("M107 110Q112 115 114 122", shade(0.6), 1.3),
          stroke("M78 66Q96 62 116 66", shade(0.3), 1),
          stroke("M80 60Q96 57 112 60", shade(0.26), 1),
        ]
      : []),
    "</g>",
    beard ? BEARDS[beard](look, Math.min(0.8, Math.max(hair, 0.16))) : "",
    HAIR_IN_FRONT[style](hair),
    "</svg>",
  ].join("");
}
