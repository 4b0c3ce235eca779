// npm run reliability: copies the results of full runs of tests/faults/ into docs/reliability.md.
import { readFileSync, writeFileSync } from "node:fs";
import { PROMISES, type PromiseName } from "../../tests/faults/support/promises.ts";

type Finding = {
  promise: PromiseName;
  attack: string;
  cases: string;
  result: string;
  isFull: boolean;
  commit: string;
};

const DOCUMENT = "docs/reliability.md";
const findings = readFileSync("test-results-faults/findings.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Finding)
  .filter(({ isFull }) => isFull);

let text = readFileSync(DOCUMENT, "utf8");
for (const [promise, { words }] of Object.entries(PROMISES)) {
  const found = findings.filter((finding) => finding.promise === promise);
  if (found.length > 0) text = replaceResults(text, words, latest(found));
}
writeFileSync(DOCUMENT, text);

/** Replaces the list at the end of a promise's section. */
function replaceResults(text: string, heading: string, found: Finding[]): string {
  const start = text.indexOf(`### ${heading}\n`);
  if (start < 0) throw new Error(`${DOCUMENT} has no section "${heading}"`);
  const end = text.indexOf("\n#", start + 1);
  const section = text.slice(start, end).replace(/^- .*\n/gm, "");
  const results = found.map(
    ({ cases, result, commit }) => `- ${withSeparators(`${cases}. ${result}`)} (${commit}).\n`,
  );
  return text.slice(0, start) + section + results.join("") + text.slice(end);
}

function withSeparators(text: string): string {
  return text.replace(/\b\d{4,}\b/g, (digits) => Number(digits).toLocaleString("en-AU"));
}

/** Keeps the latest finding for each attack. Combines four or more findings with the same text. */
function latest(found: Finding[]): Finding[] {
  const last = [...new Map(found.map((finding) => [finding.attack, finding])).values()];
  const same = Map.groupBy(last, ({ cases, result }) => `${cases} ${result}`);
  return [...same.values()].flatMap((group) => {
    const [first] = group as [Finding];
    return group.length < 4
      ? group
      : [{ ...first, cases: `${first.cases} to each of ${group.length} routes` }];
  });
}
