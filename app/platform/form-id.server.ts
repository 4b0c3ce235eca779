// One-time form ids are signed and timestamped, so nothing is stored before a form is submitted.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

// An id has 32 hexadecimal digits in UUID form. A 44-bit HMAC cannot be guessed over the network.
const TIME_DIGITS = 11;
const RANDOM_DIGITS = 10;
const MAC_DIGITS = 11;

const mac = (key: string, digits: string) =>
  createHmac("sha256", key).update(digits).digest("hex").slice(0, MAC_DIGITS);

/** `madeAt` is in milliseconds since 1970. */
export function signFormId(key: string, madeAt: number): string {
  const digits = madeAt.toString(16).padStart(TIME_DIGITS, "0") + randomHex(RANDOM_DIGITS);
  return (digits + mac(key, digits)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Returns milliseconds since 1970, or null if no key signed the id. */
export function readFormIdTime(keys: readonly string[], formId: string): number | null {
  const digits = formId.replaceAll("-", "");
  const given = Buffer.from(digits.slice(-MAC_DIGITS));
  const signed = digits.slice(0, -MAC_DIGITS);
  const isSigned = keys.some((key) => {
    const expected = Buffer.from(mac(key, signed));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? Number.parseInt(signed.slice(0, TIME_DIGITS), 16) : null;
}

/** Takes up to 12 digits from a UUID, which is fast because Node pools random bytes. */
export const randomHex = (digits: number): string => randomUUID().slice(-digits);
