// npm run code: prints the size of the code and how often it breaks the rules that
// tests/models/house.test.ts holds.
import { globSync, readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";

/** A place in the code, such as `app/root.tsx:12`, with its text. */
type Place = { where: string; text: string };

/** The code of `app/` and `dev/`, measured. Lines of code are neither blank nor comment. */
export function measureCode() {
  const sources = listSources("{app,dev,bin}").map(({ path, text }) => ({
    path,
    text,
    ...parse(path, text),
  }));
  const app = listSources("app");
  const all = app.map(({ text }) => text).join("\n");
  return {
    files: app.length,
    linesOfCode: countLines(all) - countLines(all, IS_BLANK) - countLines(all, IS_COMMENT),
    commentLines: countLines(all, IS_COMMENT),
    testLines: listSources("tests").reduce((sum, { text }) => sum + countLines(text), 0),
    expressions: sources.flatMap(({ expressions }) => expressions),
    spreads: sources.flatMap(({ spreads }) => spreads),
    pairs: sources.flatMap(({ pairs }) => pairs),
    doubleComments: sources.flatMap(({ doubleComments }) => doubleComments),
    /** Files too short to be a subject. A route needs a file of its own. */
    shortFiles: app.flatMap(({ path, text }) =>
      countLines(text) <= SHORT_FILE && !isRoute(path) ? [path] : [],
    ),
    circles: findCircles(app),
  };
}

const IS_BLANK = /^\s*$/;
const IS_COMMENT = /^\s*(\/\/|\/\*|\*)/;
const SHORT_FILE = 12;

function listSources(folders: string): { path: string; text: string }[] {
  return globSync(`${folders}/**/*.{ts,tsx}`)
    .sort()
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

function countLines(text: string, pattern?: RegExp): number {
  const lines = text.replace(/\n$/, "").split("\n");
  return pattern ? lines.filter((line) => pattern.test(line)).length : lines.length;
}

const routes = readFileSync("app/routes.ts", "utf8");
const isRoute = (path: string): boolean =>
  path.startsWith("app/routes/api/") || routes.includes(`"${path.replace("app/", "")}"`);

function parse(path: string, text: string) {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const placeOf = ({ start, end }: { start: number; end: number }): Place => ({
    where: `${path}:${countLines(text.slice(0, start + 1))}`,
    text: text.slice(start, end),
  });
  const expressions: Place[] = [];
  const spreads: Place[] = [];
  const pairs: Place[] = [];
  new Visitor({
    Literal(node) {
      if ("regex" in node) expressions.push(placeOf(node));
    },
    SpreadElement(node) {
      if (isLiteral(node.argument)) spreads.push(placeOf(node));
    },
    VariableDeclarator(node) {
      if (node.id.type === "ArrayPattern" && node.init?.type === "ArrayExpression") pairs.push(placeOf(node));
    },
  }).visit(program);
  const doubleComments = comments.flatMap((comment, index) => {
    const before = comments[index - 1];
    const isDouble =
      before !== undefined &&
      (before.type === "Block" || comment.type === "Block") &&
      /^\n[\t ]*$/.test(text.slice(before.end, comment.start));
    return isDouble ? [placeOf({ start: before.start, end: comment.end })] : [];
  });
  return { expressions, spreads, pairs, doubleComments };
}

const isLiteral = ({ type }: ESTree.Expression): boolean =>
  type === "ObjectExpression" || type === "ArrayExpression";

/** Pairs of folders of `app/models/` that import each other, directly or through others. */
function findCircles(files: { path: string; text: string }[]): string[] {
  const imported = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const folder = modelFolder(path);
    const targets = [...text.matchAll(/(?:from|import\(?) ?"#(app\/models\/[^"?]+)/g)];
    const known = imported.get(folder) ?? new Set();
    imported.set(folder, new Set([...known, ...targets.map(([, target = ""]) => modelFolder(target))]));
  }
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of imported.get(from) ?? [])
      if (!seen.has(next) && next !== from) reach(next, seen.add(next));
    return seen;
  };
  const folders = [...imported.keys()].filter((folder) => folder !== "");
  return folders.flatMap((one, index) =>
    folders
      .slice(index + 1)
      .flatMap((other) => (reach(one).has(other) && reach(other).has(one) ? [`${one} and ${other}`] : [])),
  );
}

/** The folder of `app/models/` that a file is in, or the file itself if it is in none. */
const modelFolder = (path: string): string => /^app\/models\/([^/]+)/.exec(path)?.[1] ?? "";

if (import.meta.main) {
  const code = measureCode();
  const longest = code.expressions.toSorted((a, b) => b.text.length - a.text.length)[0];
  const rows: [string, string | number][] = [
    ["Lines of code in app/", code.linesOfCode],
    ["Lines of comments in app/", code.commentLines],
    ["Files in app/", code.files],
    ["Lines in tests/", code.testLines],
    ["Longest regular expression", `${longest?.text.length} characters, ${longest?.where}`],
    ["Spreads of a literal", listPlaces(code.spreads)],
    ["Pairs declared from a literal", listPlaces(code.pairs)],
    ["Two comments on one declaration", listPlaces(code.doubleComments)],
    ["Short files", [code.shortFiles.length, ...code.shortFiles].join("\n  ")],
    ["Circles in app/models/", [code.circles.length, ...code.circles].join("\n  ")],
  ];
  for (const [name, value] of rows) console.log(`${name}: ${value}`);
}

function listPlaces(places: Place[]): string {
  return [places.length, ...places.map(({ where }) => where)].join("\n  ");
}
