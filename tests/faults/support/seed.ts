import { randomInt } from "node:crypto";
import { cases } from "./findings.ts";

/** What chance starts from: always the same in a short run, another each time in a full one. */
export const SEED = cases(randomInt(2 ** 31 - 1), 20_260);
