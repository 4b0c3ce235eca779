// Secrets that come with a request, against those that are expected.
import { createHash, timingSafeEqual } from "node:crypto";

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether two hashes are one, in a time that says nothing about how much of a wrong one was right. */
export const isSameHash = (given: Buffer, expected: Buffer): boolean => timingSafeEqual(given, expected);

/** The same of two texts of whatever length: their hashes are equally long. */
export const isSameSecret = (given: string, expected: string): boolean =>
  isSameHash(sha256(given), sha256(expected));
