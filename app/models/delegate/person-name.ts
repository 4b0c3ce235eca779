// Parses a name by its punctuation first, then by the most common meaning of its words.

/** `before`: titles. `after`: degrees, honours and pronouns. A single word is the family name. */
export type ParsedName = { before: string; given: string; family: string; after: string; isTurned: boolean };

const TITLES =
  /^(?:(?:the )?(?:(?:prof|dr|dipl|mag|ing|ir|dott|mgr|rev|hon|capt|lt|sgt|col|gen|[fs]r)\.(?:[- ]?(?:ing|med|rer|nat|phil|jur|h|c|habil)\.|dr\.)*|the (?:(?:right|rt\.?) )?hon(?:ourable)?|(?:a\/|(?:assoc\.?|associate|assistant|adjunct|emeritus) )?prof(?:essor|\.)?|drs?\.?|dra\.?|mrs?\.?|m[sx]\.?|miss|mme\.?|mlle\.?|monsieur|madame|s(?:ra|rta)\.?|sir|dame|lord|lady|rev|senator|cr|cllr|herr|frau|fru|hr\.?) )+(?=\S)/i;
const HONOUR =
  /^(?:[Pp][Hh][Dd]|[JjSs]n?r|[JS]NR|Esq(?:uire)?|EdD|LL[BMD]|[BDM](?:Sc|Phil|BA)|[BM](?:Eng|Ed|Comm?|Journ|PA|PH|EP)|[FM](?:CIPR|PRIA)|APR|2nd|3rd|CPA|CFA|OAM|[COMKD]BE|CVO|FRSA?|[COM]NZM|K?CMG|LVO|[AP][PS]M|[FGM]AICD|F(?:AHA|ASSA|RSE|RACP|RCS)|MBBS|III?|IV)$/;
/** Degrees and other suffixes. Each needs a full name before it: `MA` in `Jack MA` is a family name. */
const SHORT_HONOUR =
  /^(?:[BMPJ]A|M[DP]|JP|[JS]R|RN|[KQSV]C|C[BH]|A[COM]|OM|Filho|J[uú]nior|BBC|CNN|NBC|CBC|SBS|NPR|WSJ|PMP|CPRP|SCMP)$/;
/** Pronouns, text after a bar or in brackets, birth names, and names in a second script. */
const ASIDES =
  / [|•·/@–—] .*$|(?<=\S \S+) - .*$|(?<=\S \S+) (?:née?|geb\.|from|at|of|c\/o) .*$|(?<=\S \S+) (?:\+|and|&|plus) ?(?:\d|one|guest).*$|(?<=\p{sc=Latin}) [\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul} ]+$|^[\p{sc=Han}\p{sc=Hangul}]+ (?=\p{sc=Latin}+ \p{sc=Latin})|[\s,|–—-]+(?:she|he|they|ze|xe|any|sie|er|elle|il|iel|ella|él|ela|ele|lei|lui|hon|han|hun|hen|hän|zij|hij) ?\/[\p{L}/ ]+$|\s*[([][^()[\]/]*\/[^()[\]]*(?:[)\]]|$)|(?<=\S)\s*[([][^()[\]]*[)\]](?=\s*(?:,|$))/giu;
const PARTICLE =
  /^(?:(?:\S+-)?(?:v[ao]n|de[nr]?|del(?:[ao]s?)?|de['’])|san(?:t[ao])?|abd[eu]l|v\.?d\.?|vand?e[nr]|vom|de[ims]|degli|dell[aeo]|au[fs]|d[aiou]|dall?|dalla|d[ao]s|l[aeo]|l[ao]s|te[nr]?|zu[mr]?|und|a[fv]|bin(?:t[ei]?)?|bte|ibn|بن|בן|ben|abu|[ae]l|[ao]p|in|['’‘][st]|o['’]|ó|uí|n(?:í|ic)|ma?c|st\.?|saint)$/i;
const MIDDLE = /^van (?:nguy[eễ]n|tr[aầ]n|l[eê]|ph[aạ]m|hoang|huynh|phan|v[uo]|dang|bui|do|ho|ngo)$/i;
/** Matches family names that come first: East Asian, Vietnamese, or followed by a patronymic. */
const FAMILY_FIRST =
  /^(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]+|nguy[eễ]n|trần|phạm|huỳnh|đặng|bùi|đỗ|hồ|ngô|(?:lê|võ|vũ|lý|trương|đinh|đoàn)(?!.* (?:nguyễn|trần|phạm)$)|\S+(?= \S+ \S+(?:вич|ьич|вна|чна)$)|\S+(?= (?:văn|thị) )|(?:tran|le|pham|hoang|huynh|phan|vu|vo|dang|bui|do|ho|ngo|duong|ly)(?= (?:van|thi) ))(?= )/iu;
/** Family names before a part that can only be a given name: `Park Geun-hye`, `Petrov I. S.`. */
const BEFORE_GIVEN =
  /^(?:(?:Kim|Lee|Park|Choi|Ch[ou]|Chung|Je?ong|Jung|Kang|Yoon|Jang|Lim|Han|Shin|Seo|Kwon|Hwang|Ahn|Song|Hong|Moon|Son|Ban|Bae|Roh|Tsai|Chen|Chang|Chiang|Lin|Wang|Wu|Liu|Huang|Hsu|Lai|Ma|Kuo|Tan|Chan|Wong) \p{Lu}\p{Ll}{1,5}-\p{Ll}{1,5}|\p{Lu}\p{L}+ (?:\p{Lu}\. ?){2,})$/u;
const WORK =
  /^(?:of|at|for|and|&|the|daily|press|post|group|agency|ltd|inc|gmbh|comms|communications|president|vice|deputy|(?:co-?)?founder|owner|partner|consultant|adviser|analyst|speaker|guest|fellow|head|lead|m[rs]s?|frau|herr|she|news|media|times|radio|university|chief|senior|editor|reporter|journalist\p{L}*|redakt\p{L}+|direct\p{L}+|producer|writer|author|manager|officer|lecturer|professor|freelancer?|student|candidate|c[eft]o|.*\/.*)$/iu;
/** Family names in capitals, as distinct from initials, which are shorter or lack a vowel. */
const CAPITALS =
  /^(?:Ma?c|[dl]['’])?(?=.*[^B-DF-HJ-NP-TV-XZ'’-])\p{Lu}[\p{Lu}'’-]{2,}$|^(?:[DFGHLSWXYZ]U|LI|QI|NG)$/u;

export function parseName(typed: string): ParsedName {
  const text = typed
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/\bPh\. D\b/i, "PhD")
    .trim();
  const asides = text.match(ASIDES)?.map((aside) => aside.replace(/^[\s,|–—-]+/, "").trim()) ?? [];
  const parts = text.replace(ASIDES, "").split(/ ?[,;،、，] ?/);
  const [head = separateTitles(text), ...tail] = parts.filter(Boolean).map(separateTitles);
  const isWhole = head.words.length > 1 && !PARTICLE.test(head.words[0] ?? "");
  const isCased = /\p{Ll}/u.test(head.words.join());
  const short = isCased ? /^(?:\p{Lu}\.?){2,7}$|\p{L}{2}\.$/u : /^[B-DF-HJ-NP-TV-XZ]{2,7}$/;
  const isGiven = ({ words }: typeof head) =>
    words.length <= 4 &&
    !words.some((word) => WORK.test(word)) &&
    !words.every((word) => isHonour(word, isWhole) || (isWhole && short.test(word)));
  const turned = tail.find(isGiven);
  const front = turned ? 0 : familyInFront(head.words);
  const words = [...(turned?.words ?? []), ...head.words.slice(front), ...head.words.slice(0, front)];
  let at = turned?.words.length ?? words.length - (front || 1);
  // Keeps `Ortega y Gasset` together.
  if (!turned && at > 2 && /^[yei]$/.test(words[at - 1] ?? "")) at -= 2;
  // Particles may come last (`Berg, Kees van der`). In `Duc Van Nguyen`, `Van` is not a particle.
  const isOfFamily = (word = "") =>
    (PARTICLE.test(word) && !(turned && /^\p{Lu}/u.test(word)) && !MIDDLE.test(`${word} ${words.at(-1)}`)) ||
    (!CAPITALS.test(words[0] ?? "") && [word, words.at(-1) ?? ""].every((one) => CAPITALS.test(one)));
  while (front === 0 && at > 1 && isOfFamily(words[at - 1])) at -= 1;
  if (at === 1 && !turned && /^\P{Lu}/u.test(words[0] ?? "") && PARTICLE.test(words[0] ?? "")) at = 0;
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

function separateTitles(part: string) {
  // `MS Dhoni` starts with initials.
  const isInitials = /^(?!DR )\p{Lu}{2} .*\p{Ll}/u.test(part);
  const [before = ""] = (!isInitials && TITLES.exec(part)) || [];
  const words = part.slice(before.length).split(" ");
  let end = words.length;
  while (end > 1 && isHonour(words[end - 1], end > 2)) end -= 1;
  return { before: before.trim(), words: words.slice(0, end), after: words.slice(end) };
}

function isHonour(word = "", isWhole: boolean): boolean {
  const letters = word.replace(/\./g, "");
  return !/[\p{L}\p{N}]/u.test(word) || HONOUR.test(letters) || (isWhole && SHORT_HONOUR.test(letters));
}

function familyInFront(words: string[]): number {
  const isInFront = (word: string) =>
    /^(?:Ma?c|[dl]['’])?[\p{Lu}'’-]{2,}$/u.test(word) || (/^['’‘]?\p{Ll}/u.test(word) && PARTICLE.test(word));
  const capitals = words.findIndex((word) => !isInFront(word));
  const isInCapitals = words.slice(0, Math.max(0, capitals)).some((word) => CAPITALS.test(word));
  const name = words.join(" ");
  return isInCapitals ? capitals : Number(FAMILY_FIRST.test(name) || BEFORE_GIVEN.test(name));
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
