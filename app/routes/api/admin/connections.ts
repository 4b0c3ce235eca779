import { getActorName } from "#app/auth/auth.server.ts";
import { readIdempotencyIntent, refuseUsedKey } from "#app/auth/idempotency.server.ts";
import { runOrLogError } from "#app/http/admin-action.server.ts";
import { jsonError, readJson } from "#app/http/json.server.ts";
import {
  CONNECTION_REFUSALS,
  CONNECTIONS,
  createConnection,
  listFullConnections,
  toConnectionAnswers,
} from "#app/models/connection/connection.server.ts";
import type { Route } from "./+types/connections";

/** GET /api/admin/speaker-sessions: connections with all their details (specification, section 7). */
export async function loader() {
  const read = await runOrLogError(listFullConnections);
  return read
    ? Response.json(toConnectionAnswers(read.value))
    : jsonError(500, "Failed to fetch connections");
}

/** POST /api/admin/speaker-sessions: creates a connection (specification, section 7). */
export async function action({ request, context }: Route.ActionArgs) {
  const values = await readJson(request, CONNECTIONS.input);
  const intent = readIdempotencyIntent(request, context, values);
  const created = await createConnection(values, getActorName(context), intent);
  if (created.ok) return Response.json(created.connection, { status: 201 });
  if (created.reason === "formUsed") return refuseUsedKey();
  const { status, message } = CONNECTION_REFUSALS[created.reason];
  return jsonError(status, message);
}
