import { randomInt } from "node:crypto";
import { cases } from "./findings.ts";

/** Seed of random tests: fixed in short runs, new in each full run. */
export const SEED = cases(randomInt(2 ** 31 - 1), 20_260);
