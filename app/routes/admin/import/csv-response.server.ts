import type { MiddlewareFunction } from "react-router";
import { getActorName, requireRecentLogin } from "#app/auth/auth.server.ts";
import { recordExport } from "#app/models/changeset/changeset.server.ts";
import { screenPath } from "#app/models/editable/fields.ts";
import { exportCsv } from "#app/models/import/export.server.ts";
import { IMPORTABLES, type ImportKind } from "#app/models/import/importables.server.ts";

/** For other methods, the routes respond like a page without a form. */
export const isGetOrHead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

export const attachmentHeaders = (type: string, fileName: string): HeadersInit => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "no-store",
});

export const sendCsv: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  if (!isGetOrHead(request)) return next();
  await requireRecentLogin(request);
  const kind = findImportKind(pattern, ".csv");
  await recordExport({ actor: getActorName(context) }, { subject: "list", label: IMPORTABLES[kind].path });
  return new Response(await exportCsv(kind), {
    headers: attachmentHeaders("text/csv; charset=utf-8", `${IMPORTABLES[kind].path}.csv`),
  });
};

/** Uses the route's pattern, such as admin/speakers.csv, because paths may differ in spelling. */
export const findImportKind = (pattern: string, end: ".csv" | "/import") =>
  KINDS.find((kind) => `/${pattern}` === `${screenPath(IMPORTABLES[kind])}${end}`) as ImportKind;

const KINDS = Object.keys(IMPORTABLES) as ImportKind[];
