// One-time form ids are signed and timestamped, so nothing is stored before use.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

// 32 hexadecimal digits in UUID form. 44 bits of an HMAC cannot be guessed over the network.
const TIME_DIGITS = 11;
const RANDOM_DIGITS = 10;
const MAC_DIGITS = 11;

const mac = (key: string, digits: string) =>
  createHmac("sha256", key).update(digits).digest("hex").slice(0, MAC_DIGITS);

/** Creates the id of one form; `madeAt` is in milliseconds since 1970. */
export function signFormId(key: string, madeAt: number): string {
  const digits = madeAt.toString(16).padStart(TIME_DIGITS, "0") + randomHex(RANDOM_DIGITS);
  return (digits + mac(key, digits)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The creation time of an id in milliseconds since 1970; null if none of the keys signed it. */
export function timeOfFormId(keys: readonly string[], formId: string): number | null {
  const digits = formId.replaceAll("-", "");
  const given = Buffer.from(digits.slice(-MAC_DIGITS));
  const signed = digits.slice(0, -MAC_DIGITS);
  const isSigned = keys.some((key) => {
    const expected = Buffer.from(mac(key, signed));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? Number.parseInt(signed.slice(0, TIME_DIGITS), 16) : null;
}

/** At most 12 random digits: the end of a UUID, for which Node pools random bytes. */
export const randomHex = (digits: number): string => randomUUID().slice(-digits);
