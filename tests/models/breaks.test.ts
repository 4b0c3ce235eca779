import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BREAKS } from "../faults/support/breaks/breaks.ts";
import { PROMISES } from "../faults/support/promises.ts";

test.each(BREAKS.map(({ what, ...broken }) => [what, broken] as const))(
  "each break matches exactly one place in its file: %s",
  (_, { promise, file, find, replace, test: path }) => {
    expect(Object.keys(PROMISES)).toContain(promise);
    const source = readFileSync(file, "utf8");
    expect(source.split(find).length - 1, `${file} has ${JSON.stringify(find)}`).toBe(1);
    expect(replace).not.toBe(find);
    expect(readFileSync(path, "utf8")).not.toBe("");
  },
);
