// Reads a name word by word: by its punctuation first, then by the most common meaning of its words.

import { wordSet } from "#app/platform/text.ts";

/** `before`: titles. `after`: degrees, honours and pronouns. A single word is the family name. */
export type ParsedName = { before: string; given: string; family: string; after: string; isTurned: boolean };

/** Longer than any name that can be registered. A longer text is kept whole, as a family name. */
const MAX_LENGTH = 400;

const TITLES = wordSet(
  "prof professor a/prof dr drs dra mr mrs ms mx miss mme mlle monsieur madame sra srta sir dame lord lady",
  "rev senator cr cllr herr frau fru hr",
);
/** Titles only with a full stop, because some are also names: `Gen. Smith`, but not `Gen Smith`. */
const DOTTED_TITLES = wordSet("prof dr dipl mag ing ir dott mgr rev hon capt lt sgt col gen fr sr");
/** Parts of a title only after another: `Dr. med.`, `Prof. Dr. h.c.` */
const FACULTIES = wordSet("med rer nat phil jur habil h c ing dr");
/** Part of a title only if one follows. */
const BEFORE_TITLES = wordSet("the right rt assoc associate assistant adjunct emeritus");
const HONOURABLE = wordSet("hon honourable");

const HONOURS = wordSet(
  "PhD PHD Phd phd Jr jr Jnr jnr JNR Sr sr Snr snr SNR Esq Esquire EdD LLB LLM LLD BSc DSc MSc BPhil DPhil MPhil",
  "BBA DBA MBA BEng MEng BEd MEd BCom BComm MCom MComm BJourn MJourn BPA MPA BPH MPH BEP MEP FCIPR MCIPR FPRIA",
  "MPRIA APR 2nd 3rd CPA CFA OAM CBE OBE MBE KBE DBE CVO FRS FRSA CNZM ONZM MNZM CMG KCMG LVO APM PPM ASM PSM",
  "FAICD GAICD MAICD FAHA FASSA FRSE FRACP FRCS MBBS II III IV",
);
/** Each needs a full name before it: `MA` in `Jack MA` is a family name. */
const SHORT_HONOURS = wordSet(
  "BA MA PA JA MD MP JP JR SR RN KC QC SC VC CB CH AC AO AM OM Filho Junior Júnior",
  "BBC CNN NBC CBC SBS NPR WSJ PMP CPRP SCMP",
);

const SIGNS = wordSet("| • · / @ – —");
/** Begin a remark, if a full name stands before them. */
const REMARKS = wordSet("- né née geb. from at of c/o");
const GUEST = /^(?:\+|and|&|plus) ?(?:\d|one|guest)/;
const PRONOUNS = wordSet(
  "she he they ze xe any sie er elle il iel ella él ela ele lei lui hon han hun hen hän zij hij",
);
/** Brackets around pronouns anywhere, and around anything at the end of a part. */
const BRACKETS = /\s*[([][^()[\]/]*\/[^()[\]]*(?:[)\]]|$)|(?<=\S)\s*[([][^()[\]]*[)\]](?=\s*(?:,|$))/g;
const LATIN = /\p{sc=Latin}/u;
const EAST_ASIAN = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+$/u;

/** With a hyphen: also as the last part of a word, as in `Jansen-de Vries`. */
const PARTICLES = wordSet(
  "-van -von -de -den -der -del -dela -delo -delas -delos -de' -de’ san santa santo abdel abdul vd v.d v.d. vanden",
  "vander vanen vaner vom dei dem des degli della delle dello auf aus da di do du dal dall dalla das dos la le lo",
  "las los te ten ter zu zum zur und af av bin binte binti bint bte ibn بن בן ben abu al el ol ap op in 't ’t ‘t",
  "'s ’s ‘s o' o’ ó uí ní nic ma mac st st. saint",
);

/** Come first: `Nguyễn Văn An`. Without accents only before `Van` or `Thi`, as others have such names. */
const VIETNAMESE = wordSet("nguyen nguyễn trần phạm huỳnh đặng bùi đỗ hồ ngô lê võ vũ lý trương đinh đoàn");
const UNACCENTED = wordSet("tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly");
/** Come first before a given name with a hyphen: `Park Geun-hye`. */
const BEFORE_HYPHENS = wordSet(
  "kim lee park choi cho chu chung jong jeong jung kang yoon jang lim han shin seo kwon hwang ahn song hong moon",
  "son ban bae roh tsai chen chang chiang lin wang wu liu huang hsu lai ma kuo tan chan wong",
);

/** Describe a person's work or employer, so they are not given names. */
const WORK = wordSet(
  "of at for and & the daily press post group agency ltd inc gmbh comms communications president vice deputy",
  "founder cofounder co-founder owner partner consultant adviser analyst speaker guest fellow head lead mr mrs ms",
  "frau herr she news media times radio university chief senior editor reporter producer writer author manager",
  "officer lecturer professor freelance freelancer student candidate ceo cfo cto",
);
const WORK_PARTS = /^(?:journalist|redakt|direct)|\//;

/** Family names in capitals, as distinct from initials, which are shorter or lack a vowel. */
const CAPITALS =
  /^(?:Ma?c|[dl]['’])?(?=.*[^B-DF-HJ-NP-TV-XZ'’-])\p{Lu}[\p{Lu}'’-]{2,}$|^(?:[DFGHLSWXYZ]U|LI|QI|NG)$/u;

export function parseName(typed: string): ParsedName {
  const whole = { before: "", given: "", family: typed, after: "", isTurned: false };
  if (typed.length > MAX_LENGTH) return whole;
  const text = typed
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/\bPh\. D\b/i, "PhD")
    .trim();
  const { parts, asides } = splitParts(text);
  const [head = separateTitles(text.split(" ")), ...tail] = parts.map(separateTitles);
  const isWhole = head.words.length > 1 && !isParticle(head.words[0]);
  const isCased = /\p{Ll}/u.test(head.words.join());
  const short = isCased ? /^(?:\p{Lu}\.?){2,7}$|\p{L}{2}\.$/u : /^[B-DF-HJ-NP-TV-XZ]{2,7}$/;
  const isGiven = ({ words }: typeof head) =>
    words.length <= 4 &&
    !words.some(isWork) &&
    !words.every((word) => isHonour(word, isWhole) || (isWhole && short.test(word)));
  const turned = tail.find(isGiven);
  const front = turned ? 0 : familyInFront(head.words);
  const words = [...(turned?.words ?? []), ...head.words.slice(front), ...head.words.slice(0, front)];
  let at = turned?.words.length ?? words.length - (front || 1);
  // Keeps `Ortega y Gasset` together.
  if (!turned && at > 2 && /^[yei]$/.test(words[at - 1] ?? "")) at -= 2;
  // Particles may come last (`Berg, Kees van der`). In `Duc Van Nguyen`, `Van` is not a particle.
  const last = words.at(-1) ?? "";
  const isOfFamily = (word = "") =>
    (isParticle(word) && !(turned && /^\p{Lu}/u.test(word)) && !(isVan(word) && isVietnamese(last))) ||
    (!CAPITALS.test(words[0] ?? "") && CAPITALS.test(word) && CAPITALS.test(last));
  while (front === 0 && at > 1 && isOfFamily(words[at - 1])) at -= 1;
  if (at === 1 && !turned && /^\P{Lu}/u.test(words[0] ?? "") && isParticle(words[0])) at = 0;
  const others = tail.map((part) =>
    part === turned ? part.after : [part.before, ...part.words, ...part.after],
  );
  return {
    before: `${head.before} ${turned?.before ?? ""}`.trim(),
    given: words.slice(0, at).join(" "),
    family: words.slice(at).join(" "),
    after: [...head.after, ...others.flat(), ...asides].filter(Boolean).join(" "),
    isTurned: turned !== undefined,
  };
}

/** Splits at commas. Takes out what is not part of the name. */
function splitParts(text: string): { parts: string[][]; asides: string[] } {
  const asides = text.match(BRACKETS)?.map((bracket) => bracket.trim()) ?? [];
  const words = text
    .replace(BRACKETS, "")
    .replace(/[,;،、，]/g, " , ")
    .split(" ")
    .filter(Boolean);
  const [first = "", second = "", third = ""] = words;
  if (EAST_ASIAN.test(first) && LATIN.test(second) && LATIN.test(third)) asides.push(...words.splice(0, 1));
  const end = words.findIndex((_, at) => isAside(words, at));
  if (end > 0)
    asides.push(
      words
        .splice(end)
        .join(" ")
        .replaceAll(" , ", ", ")
        .replace(/^[|–—-] /, ""),
    );
  const parts: string[][] = [[]];
  for (const word of words)
    if (word === ",") parts.push([]);
    else parts.at(-1)?.push(word);
  return { parts: parts.filter(({ length }) => length > 0), asides };
}

/** True if the rest of the text, from this word on, is about the person: `– Editor`, `she/her`. */
function isAside(words: string[], at: number): boolean {
  const [word = "", next = ""] = words.slice(at, at + 2).map((one) => one.toLowerCase());
  const before = words.slice(0, at).filter((one) => one !== ",").length;
  if (before === 0) return false;
  const [pronoun = "", other] = (next.startsWith("/") ? word + next : word).split("/");
  if (other !== undefined && PRONOUNS.has(pronoun)) return true;
  if (LATIN.test(words[at - 1] ?? "") && words.slice(at).every((one) => EAST_ASIAN.test(one))) return true;
  if (next === "" && !GUEST.test(word)) return false;
  return SIGNS.has(word) || (before > 1 && (REMARKS.has(word) || GUEST.test(`${word} ${next}`)));
}

function separateTitles(part: string[]) {
  // `MS Dhoni` starts with initials.
  const isInitials = /^(?!DR )\p{Lu}{2} .*\p{Ll}/u.test(part.join(" "));
  let start = 0;
  while (!isInitials && start < part.length - 1 && isTitle(part, start)) start += 1;
  let end = part.length;
  while (end > start + 1 && isHonour(part[end - 1], end > start + 2)) end -= 1;
  return { before: part.slice(0, start).join(" "), words: part.slice(start, end), after: part.slice(end) };
}

function isTitle(words: string[], at: number): boolean {
  const word = words[at] ?? "";
  const plain = word.toLowerCase().replace(/\.$/, "");
  if (TITLES.has(plain)) return true;
  if (BEFORE_TITLES.has(plain)) return isTitle(words, at + 1);
  if (HONOURABLE.has(plain) && BEFORE_TITLES.has(words[at - 1]?.toLowerCase().replace(".", "") ?? ""))
    return true;
  // `Dr.-Ing.`, `Prof.Dr.` and `h.c.`, but `C.` is an initial.
  const [first = "", ...others] = word
    .split(/[.-]+/)
    .map((one) => (one.length > 1 ? one.toLowerCase() : one));
  const isFirst = DOTTED_TITLES.has(first) || (at > 0 && FACULTIES.has(first));
  return others.pop() === "" && isFirst && others.every((one) => FACULTIES.has(one));
}

function isHonour(word = "", isWhole: boolean): boolean {
  const letters = word.replace(/\./g, "");
  return !/[\p{L}\p{N}]/u.test(word) || HONOURS.has(letters) || (isWhole && SHORT_HONOURS.has(letters));
}

function isParticle(word = ""): boolean {
  const lower = word.toLowerCase();
  return PARTICLES.has(lower) || PARTICLES.has(`-${lower.split("-").at(-1)}`);
}

const isWork = (word: string) => WORK.has(word.toLowerCase()) || WORK_PARTS.test(word.toLowerCase());
const isVan = (word: string) => word.toLowerCase() === "van";
const isVietnamese = (word: string) =>
  VIETNAMESE.has(word.toLowerCase()) || UNACCENTED.has(word.toLowerCase());

/** Counts the words of a family name that comes first. */
function familyInFront(words: string[]): number {
  const isInFront = (word: string) =>
    /^(?:Ma?c|[dl]['’])?[\p{Lu}'’-]{2,}$/u.test(word) || (/^['’‘]?\p{Ll}/u.test(word) && isParticle(word));
  const capitals = words.findIndex((word) => !isInFront(word));
  const isInCapitals = words.slice(0, Math.max(0, capitals)).some((word) => CAPITALS.test(word));
  return isInCapitals ? capitals : Number(words.length > 1 && isFamilyFirst(words));
}

function isFamilyFirst(words: string[]): boolean {
  const [first = "", second = "", ...others] = words;
  const [family = "", middle = "", last = ""] = [first, second, words.at(-1) ?? ""].map((one) =>
    one.toLowerCase(),
  );
  if (EAST_ASIAN.test(first)) return true;
  // In `Vũ Nguyễn`, the last word is the most common family name of all.
  if (VIETNAMESE.has(family)) return family.startsWith("nguy") || !/^(?:nguyễn|trần|phạm)$/.test(last);
  if (/^(?:văn|thị)$/.test(middle) || (UNACCENTED.has(family) && /^(?:van|thi)$/.test(middle)))
    return others.length > 0;
  if (/[вь]ич$|[вч]на$/.test(last)) return others.length === 1;
  if (others.length === 0 && BEFORE_HYPHENS.has(family) && /^\p{Lu}\p{Ll}{1,5}-\p{Ll}{1,5}$/u.test(second))
    return true;
  return /^\p{Lu}\p{L}+ (?:\p{Lu}\. ?){2,}$/u.test(words.join(" "));
}

/** Returns names like 'Whitfield, Ada' for printed lists. */
export function familyNameFirst(name: string): string {
  const { given, family } = parseName(name);
  return given === "" ? family : `${family}, ${given}`;
}

/** Returns a name for greetings. Reorders only names like 'Whitfield, Ada'. */
export function fullName(name: string): string {
  const { before, given, family, after, isTurned } = parseName(name);
  return isTurned ? [before, given, family, after].filter(Boolean).join(" ") : name;
}
