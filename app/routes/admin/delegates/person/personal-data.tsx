import { data } from "react-router";
import { getActorName, requireRecentLogin } from "#app/auth/auth.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { recordExport } from "#app/models/changeset/changeset.server.ts";
import { exportPersonalData } from "#app/models/personal-data/personal-data.server.ts";
import { DELEGATE_MISSING } from "#app/routes/admin/delegates/failures.ts";
import { attachmentHeaders, isGetOrHead } from "#app/routes/admin/import/csv-response.server.ts";
import type { Route } from "./+types/personal-data";

/** GET /admin/delegates/{id}/personal-data.json: all stored data about one person. */
export const middleware: Route.MiddlewareFunction[] = [
  async function sendPersonalData({ request, params, context }, next) {
    if (!isGetOrHead(request)) return next();
    await requireRecentLogin(request);
    const personal = await exportPersonalData(parseId(params.id) ?? 0);
    if (!personal) return next();
    const what = { subject: "delegate", subjectId: personal.registration.id } as const;
    await recordExport({ actor: getActorName(context) }, what);
    return new Response(`${JSON.stringify(personal, null, 2)}\n`, {
      headers: attachmentHeaders(
        "application/json; charset=utf-8",
        `delegate-${personal.registration.reference}.json`,
      ),
    });
  },
];

export function loader() {
  throw data({ message: DELEGATE_MISSING }, { status: 404 });
}

export default function NoPage() {
  return null;
}
