import { randomInt } from "node:crypto";
import { cases } from "./findings.ts";

/** Seed of random tests: fixed in short runs, new in each full run, or from `SEED=7 npm run …`. */
export const SEED = Number(process.env.SEED) || cases(randomInt(2 ** 31 - 1), 20_260);
