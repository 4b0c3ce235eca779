// Reads Excel workbooks.
import { strFromU8, unzipSync, zipSync } from "fflate";
import readXlsxFile from "read-excel-file/universal";
import type { Table } from "#app/models/import/csv-file.server.ts";
import { IMPORT_LIMIT_ROWS } from "#app/models/import/import.ts";

const UNPACKED_LIMIT_BYTES = 10_000_000;
const MINUTE_MS = 60_000;

export const isWorkbook = (bytes: Uint8Array): boolean => strFromU8(bytes.subarray(0, 4)) === "PK\x03\x04";

export async function readWorkbook(bytes: Uint8Array): Promise<Table[] | "damaged" | "tooLarge"> {
  let size = 0;
  const isRead = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!/\.(?:xml|rels)$/.test(name)) return false;
    size += originalSize;
    return size <= UNPACKED_LIMIT_BYTES;
  };
  try {
    const parts = unzipSync(bytes, { filter: isRead });
    if (size > UNPACKED_LIMIT_BYTES || Object.values(parts).some(isHuge)) return "tooLarge";
    // Packed again, because a file may understate the size of its parts.
    const sheets = await readXlsxFile(new Blob([zipSync(parts, { level: 0 })]));
    const options = sheets.map(({ sheet }, at): [string, string] => [String(at), sheet]);
    return sheets.map(({ data }, at) => ({
      rows: data.map((row) => row.map(textOf)),
      reading: sheets.length > 1 ? { label: "Sheet", value: String(at), options } : null,
    }));
  } catch {
    // The libraries throw various errors for a file that is damaged or of another kind.
    return "damaged";
  }
}

/** A single cell far to the right makes every row that long, so the size is checked before reading. */
function isHuge(part: Uint8Array): boolean {
  const text = strFromU8(part);
  return /<c r="[A-Z]{3}/.test(text) || text.split("<row").length > 2 * IMPORT_LIMIT_ROWS;
}

/** Returns a date as 2026-12-31, a time as 18:30, or both. */
function textOf(value: unknown): string {
  if (!(value instanceof Date)) return String(value ?? "");
  const rounded = new Date(Math.round(value.getTime() / MINUTE_MS) * MINUTE_MS);
  const [date = "", time = ""] = rounded.toISOString().slice(0, 16).split("T");
  // Spreadsheets store a time as a part of the day before 1900.
  if (date < "1900") return time;
  return time === "00:00" ? date : `${date} ${time}`;
}
