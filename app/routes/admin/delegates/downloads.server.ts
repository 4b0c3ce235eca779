// The desk's files: a spreadsheet of the delegates that match, and what is stored about one of them.
import { stringify } from "csv-stringify/sync";
import type { MiddlewareFunction } from "react-router";
import { conference } from "#app/conference/conference.ts";
import { parseId } from "#app/http/json.server.ts";
import { streamOf } from "#app/http/portions.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { exportPersonalData } from "#app/models/delegate/personal-data.server.ts";
import { listMatchingIds, readDelegates } from "#app/models/delegate/search.server.ts";
import { readDesk } from "#app/routes/admin/delegates/desk-address.ts";
import {
  preferredTrackName,
  REGISTRATION_LABELS,
  REGISTRATION_TYPE_NAMES,
} from "#app/vocabulary/registration.ts";

/**
 * Answers `?format=csv` with the delegates that match the rest of the address, and `?export=ID` with
 * everything that is stored about one, as JSON. Middleware, because a screen's loader answers a screen;
 * it runs after the guard of the panel.
 */
export const sendDownloads: MiddlewareFunction<Response> = async ({ request }, next) => {
  const { searchParams } = new URL(request.url);
  const isReading = request.method === "GET" || request.method === "HEAD";
  if (isReading && searchParams.get("format") === "csv") return csvOf(readDesk(searchParams).filter);
  const id = parseId(searchParams.get("export") ?? "");
  if (!isReading || id === null) return next();
  const personal = await exportPersonalData(id);
  // The loader says that they are gone, within the frame of the panel.
  if (!personal) return next();
  return new Response(`${JSON.stringify(personal, null, 2)}\n`, {
    headers: attachment("application/json", `delegate-${personal.registration.reference}.json`),
  });
};

/** How many rows are in memory at a time. */
const ROWS_AT_ONCE = 500;

async function csvOf(filter: DelegateFilter): Promise<Response> {
  const ids = await listMatchingIds(filter);
  return new Response(await streamOf(csvChunks(ids)), {
    headers: attachment("text/csv; charset=utf-8", `delegates-${localTime(new Date()).slice(0, 10)}.csv`),
  });
}

/** The file in portions of rows, in the order of the ids; who is deleted meanwhile is left out. */
async function* csvChunks(ids: readonly number[]): AsyncGenerator<string> {
  // The mark by which spreadsheet programs know that it is UTF-8.
  yield `\ufeff${toCsv([COLUMNS.map(([heading]) => heading)])}`;
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const rows = await readDelegates(ids.slice(start, start + ROWS_AT_ONCE));
    yield toCsv(
      rows.map((delegate) =>
        COLUMNS.map(([, value]) => {
          const cell = value(delegate);
          return cell instanceof Date ? localTime(cell) : asText(cell ?? "");
        }),
      ),
    );
  }
}

const toCsv = (rows: string[][]): string => stringify(rows, { record_delimiter: "windows" });

/**
 * A text as a cell that stays one. Spreadsheet programs guess: `0400555010` loses its zero, `12345678E9` becomes a
 * number, `May 4` a date, `=1+1` what it comes to. What could be any of these gets an apostrophe before it.
 */
const asText = (text: string): string => (isGuessed(text) ? `'${text}` : text);

function isGuessed(text: string): boolean {
  if (/^[=+\-@\t\r#]|^(?:true|false)$|^0x/i.test(text)) return true;
  return /\p{N}/u.test(text) && (text.match(/\p{L}+/gu) ?? []).every((word) => IN_NUMBERS.test(word));
}

/** The words that numbers, times and dates can have in them. */
const IN_NUMBERS =
  /^(?:e|t|z|[ap]m?|st|nd|rd|th|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)$/i;

/** The columns of the file, in their order (docs/decisions/017). */
const COLUMNS: [heading: string, value: (delegate: Delegate) => string | Date | null][] = [
  ["Reference", ({ reference }) => reference],
  [REGISTRATION_LABELS.registrationType, (delegate) => REGISTRATION_TYPE_NAMES[delegate.registrationType]],
  ["Status", ({ status }) => status],
  [REGISTRATION_LABELS.name, ({ name }) => name],
  [REGISTRATION_LABELS.email, ({ email }) => email],
  [REGISTRATION_LABELS.phone, ({ phone }) => phone],
  [REGISTRATION_LABELS.jobTitle, ({ jobTitle }) => jobTitle],
  [REGISTRATION_LABELS.favoredStream, ({ favoredStream }) => preferredTrackName(favoredStream)],
  [REGISTRATION_LABELS.outlet, ({ outlet }) => outlet],
  [REGISTRATION_LABELS.workUrl, ({ workUrl }) => workUrl],
  [REGISTRATION_LABELS.notes, ({ notes }) => notes],
  ["Registered", ({ createdAt }) => createdAt],
  ["Checked In", ({ checkedInAt }) => checkedInAt],
];

const LOCAL = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: conference.timeZone,
});

/** A time where the conference is, as spreadsheets read it: 2025-08-02 09:05:00. */
const localTime = (time: Date): string => LOCAL.format(time);

const attachment = (type: string, fileName: string): HeadersInit => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "no-store",
});
