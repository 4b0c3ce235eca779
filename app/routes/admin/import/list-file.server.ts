import type { MiddlewareFunction } from "react-router";
import { exportCsv } from "#app/models/import/export.server.ts";
import { IMPORTABLES, type ImportKind } from "#app/models/import/importables.server.ts";

/** A write to a file's address is refused as on any page without a form. */
export const isReading = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

export const separatorOf = ({ url }: Request): string =>
  new URL(url).searchParams.get("separator") === "semicolon" ? ";" : ",";

export const attachment = (type: string, fileName: string): HeadersInit => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "no-store",
});

export const csvOf =
  (kind: ImportKind): MiddlewareFunction<Response> =>
  async ({ request }, next) => {
    if (!isReading(request)) return next();
    const fileName = `${IMPORTABLES[kind].path}.csv`;
    return new Response(await exportCsv(kind, separatorOf(request)), {
      headers: attachment("text/csv; charset=utf-8", fileName),
    });
  };
