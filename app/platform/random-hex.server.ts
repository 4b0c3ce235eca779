import { randomUUID } from "node:crypto";

/**
 * Random hexadecimal digits, at most 12. The last ones of a UUID, which are random all of them: Node keeps random
 * bytes for UUIDs, and asks the system for others each time.
 */
export const randomHex = (digits: number): string => randomUUID().slice(-digits);
