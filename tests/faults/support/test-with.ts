import { test } from "vitest";

/** A test that needs a program. Without the program, it is skipped and its name says why. */
export const testWith = (program: string, isHere: boolean, name: string, run: () => Promise<void>): void =>
  test.skipIf(!isHere)(isHere ? name : `${name} (not run: there is no ${program} here)`, run);
