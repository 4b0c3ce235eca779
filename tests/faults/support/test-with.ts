import { test } from "vitest";

/** A test that needs a program which a machine may lack: skipped there, by a name that says which. */
export const testWith = (program: string, isHere: boolean, name: string, run: () => Promise<void>): void =>
  test.skipIf(!isHere)(isHere ? name : `${name} (not run: there is no ${program} here)`, run);
