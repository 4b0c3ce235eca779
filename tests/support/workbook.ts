import { utils, write } from "@e965/xlsx";
import { strToU8, unzipSync, zipSync } from "fflate";

/** A number is a date and time, as spreadsheets store them. */
type Cell = string | number;

/** Returns an Excel workbook with these sheets. `parts` replaces or adds files of the archive. */
export function createWorkbook(
  sheets: Record<string, Cell[][]>,
  parts: Record<string, string> = {},
): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const cells = rows.map((row) =>
      row.map((value) => (typeof value === "number" ? { t: "n", v: value, z: "m/d/yy h:mm" } : value)),
    );
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells), name);
  }
  const files = unzipSync(new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" })));
  for (const [name, text] of Object.entries(parts)) files[name] = strToU8(text);
  return zipSync(files);
}
