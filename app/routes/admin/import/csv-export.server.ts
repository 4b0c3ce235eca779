import type { MiddlewareFunction } from "react-router";
import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { exportCsv } from "#app/models/import/export.server.ts";
import { attachment, isReading, separatorOf } from "#app/routes/admin/delegates/file-response.server.ts";

/** Answers with all of one kind as a CSV file. */
export const csvOf =
  (kind: EditableKind): MiddlewareFunction<Response> =>
  async ({ request }, next) => {
    if (!isReading(request)) return next();
    const fileName = `${EDITABLES[kind].words.path}.csv`;
    return new Response(await exportCsv(kind, separatorOf(request)), {
      headers: attachment("text/csv; charset=utf-8", fileName),
    });
  };
