import { strToU8, zipSync } from "fflate";

/** A number is written with the style of a date and time, as spreadsheets store them. */
type Cell = string | number;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const cell = (value: Cell, row: number, column: number) => {
  const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
  return typeof value === "number"
    ? `<c ${at} s="1"><v>${value}</v></c>`
    : `<c ${at} t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
};
const sheetOf = (rows: Cell[][]) =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows
    .map(
      (cells, row) => `<row r="${row + 1}">${cells.map((value, at) => cell(value, row, at)).join("")}</row>`,
    )
    .join("")}</sheetData></worksheet>`;

/** Returns an Excel workbook with these sheets. `parts` replaces or adds files of the archive. */
export function createWorkbook(sheets: Record<string, Cell[][]>, parts: Record<string, string> = {}) {
  const names = Object.keys(sheets);
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const files: Record<string, string> = {
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}">${relation("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}">${names
      .map((_, at) => relation(`s${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`))
      .join("")}${relation("st", "styles", "styles.xml")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetOf(sheets[name] ?? [])]),
    ),
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
