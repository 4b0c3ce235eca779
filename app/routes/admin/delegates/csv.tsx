import { getActorName, requireRecentLogin } from "#app/auth/auth.server.ts";
import { conference } from "#app/conference/conference.ts";
import { toStream } from "#app/http/list-streaming.server.ts";
import { recordExport } from "#app/models/changeset/changeset.server.ts";
import { listAnsweredIds } from "#app/models/delegate/counts.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { listMatchingIds, readDelegates } from "#app/models/delegate/search.server.ts";
import { answerColumn, DELEGATE_COLUMNS, listExportedColumns } from "#app/models/import/columns.server.ts";
import { BYTE_ORDER_MARK, protectCell, toCsv } from "#app/models/import/csv-cells.server.ts";
import { readListUrl } from "#app/routes/admin/delegates/list-url.ts";
import { attachmentHeaders, isGetOrHead } from "#app/routes/admin/import/csv-response.server.ts";
import { listFormerFields } from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/csv";

/** GET /admin/delegates.csv: all delegates who match the delegate list's query parameters. */
export const middleware: Route.MiddlewareFunction[] = [
  async function sendCsv({ request, context }, next) {
    if (!isGetOrHead(request)) return next();
    await requireRecentLogin(request);
    await recordExport({ actor: getActorName(context) }, { subject: "list", label: "delegates" });
    return csvOf(readListUrl(new URL(request.url).searchParams).filter);
  },
];

export default function NoPage() {
  return null;
}

const ROWS_AT_ONCE = 500;

async function csvOf(filter: DelegateFilter): Promise<Response> {
  const ids = await listMatchingIds(filter);
  const former = listFormerFields(listAnsweredIds()).map(answerColumn);
  const columns = [...COLUMNS, ...former.map(({ heading, write }): Column => [heading, write])];
  return new Response(await toStream(csvChunks(ids, columns)), {
    headers: attachmentHeaders(
      "text/csv; charset=utf-8",
      `delegates-${localTime(new Date()).slice(0, 10)}.csv`,
    ),
  });
}

/** Omits delegates who have been deleted since the ids were read. */
async function* csvChunks(ids: readonly number[], columns: Column[]): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${toCsv([columns.map(([heading]) => heading)])}`;
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const rows = await readDelegates(ids.slice(start, start + ROWS_AT_ONCE));
    const cells = rows.map((delegate) => columns.map(([, value]) => cellText(value(delegate))));
    yield toCsv(cells);
  }
}

const cellText = (cell: string | Date | null): string =>
  cell instanceof Date ? localTime(cell) : protectCell(cell ?? "");

type Column = [heading: string, value: (delegate: Delegate) => string | Date | null];
const { key } = DELEGATE_COLUMNS;
const COLUMNS: Column[] = [
  [key.heading, ({ reference }) => reference],
  ...listExportedColumns(DELEGATE_COLUMNS).map(({ heading, write }): Column => [heading, write]),
  ["Registered", ({ createdAt }) => createdAt],
  ["Checked In", ({ checkedInAt }) => checkedInAt],
];

const LOCAL = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: conference.timeZone,
});

/** Formats a local time for spreadsheets, such as '2025-08-02 09:05:00'. */
const localTime = (time: Date): string => LOCAL.format(time);
