import { methodNotAllowed } from "#app/http/json.server.ts";
import { listDelegates, toDelegateJson } from "#app/models/delegate.server.ts";

/** GET /api/admin/delegates: every delegate, the newest first (specification, 7). */
export async function loader() {
  const delegates = await listDelegates();
  return Response.json(delegates.map(toDelegateJson));
}

export const action = () => methodNotAllowed("GET", "HEAD");
