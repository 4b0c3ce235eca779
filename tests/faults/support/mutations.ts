export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const JSON_INJECTIONS = [
  ...["null", "true", "0", "[]", "{}", '""', '{"sid":"x"}', '{"startedAt":9999999999999}', '["/admin"]'],
  ...['{"__proto__":{"userId":"1"}}', '{"toast":{"message":"planted","type":"success"}}'],
  ...['{"userId":"1","isAdmin":true}', '"\' or 1=1 --"', '"\u0000"', "{".repeat(500)],
];

const ODD_VALUES = [
  ...["", ".", "..", "=", "%", "%00", "%E0%A4%A", "a".repeat(3_000), "undefined", "null", "⠀\u2028"],
  ...["../../conference.db"],
];

/** The `step`th alteration of a signed value: flipped bits, cuts, other signatures or JSON. */
export function mutate(value: string, others: string[], step: number, random: (below: number) => number) {
  const at = value.lastIndexOf(".");
  const [payload, signature] = at < 0 ? [value, ""] : [value.slice(0, at), value.slice(at + 1)];
  const other = others[random(others.length)] ?? "";
  const [otherPayload, otherSignature] = [other.replace(/\.[^.]*$/, ""), other.replace(/^.*\./, "")];
  const json = Buffer.from(JSON_INJECTIONS[random(JSON_INJECTIONS.length)] ?? "").toString("base64");
  const ways = [
    () => `${flipBit(payload, random)}.${signature}`,
    () => `${payload}.${flipBit(signature, random)}`,
    () => flipBit(value, random),
    () => value.slice(0, random(value.length)),
    () => value.slice(1 + random(value.length - 1)),
    () => payload,
    () => `${payload}.`,
    () => `${payload}.${otherSignature}`,
    () => `${otherPayload}.${signature}`,
    () => otherPayload,
    () => other,
    () => `${otherPayload}.${otherSignature}.${signature}`,
    () => `${json}.${signature}`,
    () => json,
    () => `${json}.${otherSignature}`,
    () => `${payload}.${signature}${signature}`,
    () => `${payload}.${signature.toLowerCase()}!`,
    () => ODD_VALUES[random(ODD_VALUES.length)] ?? "",
    () => `${payload}${payload}.${signature}`,
  ];
  return ways[step % ways.length]?.() ?? "";
}

function flipBit(text: string, random: (below: number) => number): string {
  const at = random(text.length);
  const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << random(7)));
  return text.slice(0, at) + flipped + text.slice(at + 1);
}
