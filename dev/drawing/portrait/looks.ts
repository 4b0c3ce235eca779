// Features that distinguish the sample speakers, who are fictitious.

export type HairStyle =
  | "bald"
  | "bob"
  | "bun"
  | "crop"
  | "curls"
  | "fringe"
  | "locks"
  | "long"
  | "receding"
  | "round"
  | "swept"
  | "waves";
export type PortraitLook = {
  /** Darkness from 0 to 1, as for `hair` and `cloth`. */
  skin: number;
  hair: number;
  style: HairStyle;
  /** Half the face's width at the cheeks and jaw, and the y coordinate of the chin. */
  face: [cheek: number, jaw: number, chin: number];
  wears: "bow tie" | "crew neck" | "jacket" | "open shirt" | "roll neck" | "scarf" | "tie";
  cloth: number;
  glasses?: "half" | "round" | "square";
  beard?: "chin" | "full" | "moustache" | "short";
  earrings?: true;
  lines?: true;
  /** Negative for a frown, 0 for a neutral mouth, up to 3 for a broad smile. */
  smile: number;
  brows: number;
};

export const LOOKS: Record<string, PortraitLook> = {
  "marguerite-oyelaran": {
    skin: 0.54,
    hair: 0.9,
    style: "bun",
    face: [32, 23, 142],
    wears: "jacket",
    cloth: 0.8,
    earrings: true,
    smile: 2,
    brows: 2.4,
  },
  "tobias-lindqvist": {
    skin: 0.06,
    hair: 0.38,
    style: "receding",
    face: [33, 27, 145],
    wears: "tie",
    cloth: 0.9,
    beard: "full",
    smile: 0.5,
    brows: 2.6,
  },
  "priya-ramanathan": {
    skin: 0.34,
    hair: 0.9,
    style: "long",
    face: [31, 21, 141],
    wears: "crew neck",
    cloth: 0.5,
    smile: 2,
    brows: 2.8,
  },
  "daniel-okafor-reyes": {
    skin: 0.5,
    hair: 0.9,
    style: "crop",
    face: [32, 26, 144],
    wears: "open shirt",
    cloth: 0.3,
    glasses: "round",
    smile: 2.5,
    brows: 3.4,
  },
  "hanna-petrov": {
    skin: 0.04,
    hair: 0.6,
    style: "fringe",
    face: [31, 21, 140],
    wears: "roll neck",
    cloth: 0.92,
    smile: 0.5,
    brows: 2.2,
  },
  "lachlan-byrne": {
    skin: 0.08,
    hair: 0.55,
    style: "swept",
    face: [31, 25, 145],
    wears: "open shirt",
    cloth: 0.12,
    beard: "short",
    smile: 2.5,
    brows: 2.8,
  },
  "mei-tanaka-wills": {
    skin: 0.1,
    hair: 0.9,
    style: "bob",
    face: [32, 21, 139],
    wears: "jacket",
    cloth: 0.35,
    smile: 1,
    brows: 2.2,
  },
  "rosa-delgado": {
    skin: 0.26,
    hair: 0.85,
    style: "curls",
    face: [31, 22, 140],
    wears: "crew neck",
    cloth: 0.15,
    earrings: true,
    smile: 3,
    brows: 2.8,
  },
  "gregor-achterberg": {
    skin: 0.06,
    hair: 0.2,
    style: "bald",
    face: [34, 27, 145],
    wears: "bow tie",
    cloth: 0.7,
    glasses: "half",
    lines: true,
    smile: 0,
    brows: 2.2,
  },
  "fatima-el-masri": {
    skin: 0.24,
    hair: 0.9,
    style: "waves",
    face: [31, 22, 141],
    wears: "scarf",
    cloth: 0.85,
    smile: 1.5,
    brows: 3,
  },
  "owen-prichard": {
    skin: 0.1,
    hair: 0.12,
    style: "receding",
    face: [34, 29, 145],
    wears: "tie",
    cloth: 0.55,
    beard: "moustache",
    lines: true,
    smile: 1,
    brows: 3.6,
  },
  "samuel-adeyemi": {
    skin: 0.56,
    hair: 0.9,
    style: "locks",
    face: [32, 25, 144],
    wears: "roll neck",
    cloth: 0.25,
    beard: "chin",
    smile: 1,
    brows: 3,
  },
  "ingrid-solheim": {
    skin: 0.03,
    hair: 0.14,
    style: "bun",
    face: [31, 22, 141],
    wears: "crew neck",
    cloth: 0.75,
    glasses: "square",
    smile: 1,
    brows: 1.8,
  },
  "kiran-bhatt": {
    skin: 0.36,
    hair: 0.92,
    style: "swept",
    face: [32, 25, 144],
    wears: "jacket",
    cloth: 0.6,
    glasses: "square",
    beard: "full",
    smile: 2,
    brows: 3.6,
  },
  "beatrice-fontaine": {
    skin: 0.08,
    hair: 0.1,
    style: "bob",
    face: [31, 21, 140],
    wears: "scarf",
    cloth: 0.6,
    glasses: "round",
    lines: true,
    smile: 1.5,
    brows: 2,
  },
  "jack-merriweather": {
    skin: 0.12,
    hair: 0.72,
    style: "crop",
    face: [33, 28, 146],
    wears: "roll neck",
    cloth: 0.7,
    lines: true,
    smile: -0.5,
    brows: 3.2,
  },
  "aroha-parata": {
    skin: 0.4,
    hair: 0.93,
    style: "round",
    face: [34, 24, 141],
    wears: "open shirt",
    cloth: 0.85,
    earrings: true,
    smile: 2.5,
    brows: 2.8,
  },
};
