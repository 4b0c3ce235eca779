/** The bytes of an answer that a client asked for: from the first to the last one of them. */
export type ByteRange = { first: number; last: number };

/**
 * What a Range header asks of `size` bytes (RFC 9110, section 14). Null where it is to be ignored: what is no
 * range, ends before it begins, is in other units, or asks for several parts, which nobody has to answer.
 */
export function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? "") ?? [];
  if (first === "") {
    if (last === "") return null;
    // The last so many bytes: all of them where there are fewer.
    const count = Math.min(Number(last), size);
    return count === 0 ? "unsatisfiable" : { first: size - count, last: size - 1 };
  }
  const range = { first: Number(first), last: Math.min(last === "" ? Infinity : Number(last), size - 1) };
  if (last !== "" && Number(last) < range.first) return null;
  return range.first >= size ? "unsatisfiable" : range;
}
