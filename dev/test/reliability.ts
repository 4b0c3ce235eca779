// npm run reliability: writes docs/reliability.md from the results of full runs of the attacks and the breaks.
import { readFileSync, writeFileSync } from "node:fs";
import { BREAKS } from "../../tests/faults/support/breaks/breaks.ts";
import { PROMISES, type PromiseName } from "../../tests/faults/support/promises.ts";

type Finding = {
  promise: PromiseName;
  attack: string;
  cases: string;
  result: string;
  isFull: boolean;
  commit: string;
};
type Noticed = { promise: PromiseName; what: string; test: string; isNoticed: boolean; commit: string };

/** Attacks that are part of `npm test` and record nothing. */
const UNIT_ATTACKS: Record<string, string> = {
  access:
    "every guarded route × 9 spellings × 5 logins that are none × 6 methods, one in turn in `npm test` and all in `npm run test:all`; a route that no one classified fails",
  headers:
    "every route × 7 methods × signed in or not × `.data`, files, refusals and redirects, on an http and an https site",
  connection:
    "one form × 10 ways in which a connection breaks and ways to other screens in `npm test`; 19 more forms, each in one of these ways, and a save that only its answer is lost of in `npm run test:all`",
  clock:
    "a clock that is far ahead or set back, while the site runs and before it starts: logins, uploads, notes, mail, what can be brought back",
  edits:
    "edits of old versions and of what was deleted, two photos for one speaker, the same form or Idempotency-Key again with the same and with other answers, the second half of a double click and of a double Enter",
  desk: "searches, filters, orders and pages over delegates, also where the last page is full",
  limits:
    "30 registrations and 10 logins of one network and one more, spoofed X-Forwarded-For, IPv6 neighbours",
};

const findings = lines<Finding>("test-results-faults/findings.jsonl").filter(({ isFull }) => isFull);
const present = new Set(BREAKS.map(({ what }) => what));
const breaks = lines<Noticed>("test-results-faults/breaks.jsonl").filter(({ what }) => present.has(what));

const rows = Object.entries(PROMISES).flatMap(([name, { words, tests }]) => {
  const command = tests.map((test) => `\`${commandOf(test)}\``).join("<br>");
  const found = latest(findings.filter(({ promise }) => promise === name));
  const first = found[0] ?? {
    attack: UNIT_ATTACKS[name] ?? "",
    cases: "each `npm test`",
    result: "holds",
    commit: "every one",
  };
  return [
    `| **${words}** | ${first.attack} | ${first.cases} | ${first.result} | ${command} | ${first.commit} |`,
    ...found
      .slice(1)
      .map(({ attack, cases, result, commit }) => `| | ${attack} | ${cases} | ${result} | | ${commit} |`),
  ];
});
const broken = [...new Map(breaks.map((noticed) => [noticed.what, noticed])).values()].map(
  ({ promise, what, test, isNoticed, commit }) =>
    `| ${PROMISES[promise].words} | ${what} | \`${test}\` | ${isNoticed ? "failed, as it has to" : "**did not notice**"} | ${commit} |`,
);

const document = readFileSync("docs/reliability.md", "utf8");
const ATTACK_MARKS = /(<!-- attacks -->\n)[\s\S]*?(<!-- end of attacks -->)/;
const BREAK_MARKS = /(<!-- breaks -->\n)[\s\S]*?(<!-- end of breaks -->)/;
writeFileSync(
  "docs/reliability.md",
  document
    .replace(
      ATTACK_MARKS,
      (_, start, end) =>
        `${start}${table(["promise", "attack", "cases", "result", "command", "commit"], rows)}${end}`,
    )
    .replace(
      BREAK_MARKS,
      (_, start, end) =>
        `${start}${table(["promise", "what was broken", "test", "result", "commit"], broken)}${end}`,
    ),
);

/** The latest finding of each attack; merges identical findings of several addresses. */
function latest(found: Finding[]): Finding[] {
  const last = [...new Map(found.map((finding) => [finding.attack, finding])).values()];
  const same = Map.groupBy(last, ({ cases, result }) => `${cases} ${result}`);
  return [...same.values()].flatMap((group) => {
    const [first] = group as [Finding];
    const stem = first.attack.split(" on ", 1)[0];
    return group.length < 4
      ? group
      : [{ ...first, attack: `${stem} on ${group.length} addresses`, cases: `${first.cases} each` }];
  });
}

function commandOf(test: string): string {
  if (test.startsWith("tests/e2e/")) return `npm run test:e2e -- ${test}`;
  return test.startsWith("tests/faults/")
    ? `FAULTS=full npm run test:faults -- ${test}`
    : `npm run test:unit -- ${test}`;
}

function table(head: string[], body: string[]): string {
  return [`| ${head.join(" | ")} |`, `|${" --- |".repeat(head.length)}`, ...body, ""].join("\n");
}

function lines<T>(file: string): T[] {
  try {
    return readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as T);
  } catch {
    return [];
  }
}
