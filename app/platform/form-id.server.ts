// One-time ids of forms are signed, with their time, so that nothing about them is stored before use.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

// 32 hexadecimal digits in the shape of a UUID. 44 bits of an HMAC cannot be guessed over the network.
const TIME_DIGITS = 11;
const RANDOM_DIGITS = 10;
const MAC_DIGITS = 11;

const mac = (key: string, digits: string) =>
  createHmac("sha256", key).update(digits).digest("hex").slice(0, MAC_DIGITS);

/** A new id for one form; `madeAt` is in milliseconds since 1970. */
export function signFormId(key: string, madeAt: number): string {
  const digits = madeAt.toString(16).padStart(TIME_DIGITS, "0") + randomHex(RANDOM_DIGITS);
  return (digits + mac(key, digits)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** When an id was made, in milliseconds since 1970; null where none of the keys made it. */
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

/** At most 12 random digits: the last of a UUID, for which Node keeps random bytes in store. */
export const randomHex = (digits: number): string => randomUUID().slice(-digits);
