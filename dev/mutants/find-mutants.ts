// Finds possible mutations of a source file: changed operators, conditions or constants, and
// omitted calls.
import { parseSync } from "vite";

/** Replaces the expression from `start` to `end`. */
export type Mutant = {
  file: string;
  line: number;
  start: number;
  end: number;
  original: string;
  mutated: string;
};

/** Properties of syntax nodes that this file uses. */
type Node = {
  type: string;
  start: number;
  end: number;
  operator?: string;
  value?: unknown;
  [field: string]: unknown;
};

const OPERATORS: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};

/** Returns the mutants in source order. */
export function findMutants(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);

  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const add = (node: Node, mutated: string) =>
    found.push({
      file,
      line: source.slice(0, node.start).split("\n").length,
      start: node.start,
      end: node.end,
      original: textOf(node),
      mutated,
    });

  visit(program as unknown as Node, (node) => {
    const { type, operator, value } = node;
    if (type === "BinaryExpression" || type === "LogicalExpression") {
      const [left, right] = [node.left as Node, node.right as Node];
      const other = OPERATORS[operator ?? ""];
      const joinsText = operator === "+" && [left, right].some(isText);
      if (other && !joinsText) add(node, `${textOf(left)} ${other} ${textOf(right)}`);
      if (operator === "??") add(node, textOf(right));
    }
    if (type === "IfStatement" || type === "ConditionalExpression") {
      add(node.test as Node, "true");
      add(node.test as Node, "false");
    }
    if (type === "UnaryExpression" && operator === "!") add(node, textOf(node.argument as Node));
    if (type === "Literal" && typeof value === "boolean") add(node, String(!value));
    if (type === "Literal" && typeof value === "number") add(node, value === 0 ? "1" : "0");
    if (type === "ExpressionStatement" && isCall(node.expression as Node)) {
      add(node.expression as Node, "undefined");
    }
  });
  return found.sort((a, b) => a.start - b.start);
}

const isText = ({ type, value }: Node): boolean => type === "TemplateLiteral" || typeof value === "string";

const isCall = (node: Node): boolean =>
  node.type === "CallExpression" || (node.type === "AwaitExpression" && isCall(node.argument as Node));

/** Visits every expression and statement. Skips types and property names. */
function visit(node: Node, see: (node: Node) => void): void {
  if (node.type.startsWith("TS") && !HAS_VALUE.has(node.type)) return;
  see(node);
  for (const [field, child] of Object.entries(node)) {
    if (field === "key" && node.computed !== true) continue;
    for (const part of Array.isArray(child) ? child : [child]) {
      if (isNode(part)) visit(part, see);
    }
  }
}

/** TypeScript expressions that have a value at run time: `x as T`, `x satisfies T`, `x!`. */
const HAS_VALUE = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
