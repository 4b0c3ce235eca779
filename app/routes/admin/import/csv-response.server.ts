import type { MiddlewareFunction } from "react-router";
import { screenOf } from "#app/models/editable/words.ts";
import { exportCsv } from "#app/models/import/export.server.ts";
import { IMPORTABLES, type ImportKind } from "#app/models/import/importables.server.ts";

/** For other methods, the routes respond like any page without a form. */
export const isGetOrHead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

export const separatorOf = ({ url }: Request): string =>
  new URL(url).searchParams.get("separator") === "semicolon" ? ";" : ",";

export const attachment = (type: string, fileName: string): HeadersInit => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "no-store",
});

export const sendCsv: MiddlewareFunction<Response> = async ({ request, pattern }, next) => {
  if (!isGetOrHead(request)) return next();
  const kind = kindOf(pattern, ".csv");
  return new Response(await exportCsv(kind, separatorOf(request)), {
    headers: attachment("text/csv; charset=utf-8", `${IMPORTABLES[kind].path}.csv`),
  });
};

/** Finds the kind by the route's pattern, such as admin/speakers.csv: a path may be spelled differently. */
export const kindOf = (pattern: string, end: ".csv" | "/import") =>
  KINDS.find((kind) => `/${pattern}` === `${screenOf(IMPORTABLES[kind])}${end}`) as ImportKind;

const KINDS = Object.keys(IMPORTABLES) as ImportKind[];
