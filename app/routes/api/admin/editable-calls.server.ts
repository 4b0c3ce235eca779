import type { ActionFunctionArgs } from "react-router";
import { getActorName } from "#app/auth/auth.server.ts";
import { readIdempotencyIntent, refuseUsedKey } from "#app/auth/idempotency.server.ts";
import { etagHeader, readIfMatchVersion, STALE_MESSAGE } from "#app/http/conditional-request.server.ts";
import { jsonError, methodNotAllowed, parseId, readJson } from "#app/http/json.server.ts";
import type { Editable } from "#app/models/editable/declaration.server.ts";
import { EDITABLES, type EditableKind } from "#app/models/editables.server.ts";

/** Returns the API handlers for a kind of item (specification, section 7). PUT accepts If-Match. */
export function editableCalls(kind: EditableKind) {
  const editable: Editable = EDITABLES[kind];
  const notFound = () => jsonError(404, `There is no ${editable.words.noun} with this id.`);

  async function create({ request, context }: ActionFunctionArgs) {
    if (request.method !== "POST") return methodNotAllowed("POST");
    const values = await readJson(request, editable.input);
    const intent = readIdempotencyIntent(request, context, values);
    const created = await editable.create(values, getActorName(context), { intent });
    return created.ok ? Response.json(created.item, { status: 201 }) : refuseUsedKey();
  }

  async function change({ request, params, context }: ActionFunctionArgs) {
    const id = parseId(params.id);
    if (request.method === "DELETE") {
      const isDeleted = id !== null && (await editable.delete(id, getActorName(context))) !== null;
      return isDeleted ? new Response(null, { status: 204 }) : notFound();
    }
    if (request.method !== "PUT") return methodNotAllowed("PUT", "DELETE");
    const values = await readJson(request, editable.input);
    if (id === null) return notFound();
    const seen = readIfMatchVersion(request);
    const updated = await editable.update(id, values, getActorName(context), { seen });
    if (!updated.ok) return updated.reason === "stale" ? jsonError(412, STALE_MESSAGE) : notFound();
    return Response.json(updated.item, { headers: etagHeader(updated.item) });
  }

  return {
    loader: ({ params }: Pick<ActionFunctionArgs, "params">) =>
      params.id === undefined ? methodNotAllowed("POST") : methodNotAllowed("PUT", "DELETE"),
    action: (args: ActionFunctionArgs) => (args.params.id === undefined ? create(args) : change(args)),
  };
}
