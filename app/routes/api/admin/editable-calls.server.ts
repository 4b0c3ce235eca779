import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { getActorName } from "#app/auth/auth.server.ts";
import { readIdempotencyIntent, refuseUsedKey } from "#app/auth/idempotency.server.ts";
import {
  etagHeader,
  readIfMatchVersion,
  respondToDeletion,
  STALE_MESSAGE,
} from "#app/http/conditional-request.server.ts";
import { jsonError, parseId, parseKnown, readJson } from "#app/http/json.server.ts";
import type { Editable, EditableJson } from "#app/models/editable/declaration.server.ts";
import { ExternalIdOfPath, toAnswer } from "#app/models/editable/schemas.server.ts";
import { EDITABLES, type EditableKind } from "#app/models/editables.server.ts";
import { toSessionAnswers } from "#app/models/program-session/program-session.server.ts";
import { RESPONSE_SCHEMAS } from "#app/openapi/schemas.server.ts";

const { FullSpeaker, FullSession, SpeakerInSession, ProgramSession, SessionOfSpeaker } = RESPONSE_SCHEMAS;
/** What items are read as. All of it can be sent back. */
const READ_AS = {
  speaker: FullSpeaker.extend(SpeakerInSession.shape),
  session: FullSession.extend({ ...ProgramSession.shape, ...SessionOfSpeaker.shape }),
};

const OTHER_ID = "Use the id in the address, or leave it out";

/** Returns the API handlers for a kind of item (specification, section 7). PUT and DELETE accept If-Match. */
export function editableCalls(kind: EditableKind) {
  const editable: Editable = EDITABLES[kind];
  const { noun, path } = editable.words;
  const missing = `There is no ${noun} with this id.`;
  const taken = `There is already a ${noun} with this external id.`;
  const known = { answer: READ_AS[kind] };

  function toAnswers(rows: Record<string, unknown>[]) {
    const when = kind === "session" ? toSessionAnswers(rows as never) : [];
    return rows.map((row, at) => ({ ...toAnswer(editable.full, row), ...when[at] }));
  }

  /** The model returns public fields only, so that no email address is stored with an Idempotency-Key. */
  async function answerWith(item: EditableJson, status: 200 | 201) {
    const [answer] = toAnswers([{ isDraft: false, ...(await editable.get(item.id)), ...item }]);
    const Location = `/api/admin/${path}/${item.id}`;
    const headers = { ...etagHeader(item), ...(status === 201 && { Location }) };
    return Response.json(answer, { status, headers });
  }

  async function get({ params }: LoaderFunctionArgs) {
    if (params.id === undefined) return Response.json(toAnswers(await editable.list()));
    const row = await editable.get(parseId(params.id) ?? 0);
    // Not for If-None-Match: a session's end and room also depend on other items.
    return row ? answerWith(editable.toJson(row), 200) : jsonError(404, missing);
  }

  async function create({ request, context }: ActionFunctionArgs) {
    const values = await readJson(request, editable.input, known);
    const intent = readIdempotencyIntent(request, context, values);
    const created = await editable.create(values, getActorName(context), { intent });
    if (created.ok) return answerWith(created.item, 201);
    return created.reason === "stale" ? jsonError(409, taken) : refuseUsedKey();
  }

  async function update(id: number, values: object, { request, context }: ActionFunctionArgs) {
    const options = { seen: readIfMatchVersion(request) };
    const updated = await editable.update(id, values, getActorName(context), options);
    if (updated.ok) return answerWith(updated.item, 200);
    return updated.reason === "stale" ? jsonError(412, STALE_MESSAGE) : jsonError(404, missing);
  }

  async function change(args: ActionFunctionArgs) {
    const { request, params, context } = args;
    const id = parseId(params.id) ?? 0;
    const options = { seen: readIfMatchVersion(request) };
    if (request.method === "DELETE")
      return respondToDeletion(await editable.delete(id, getActorName(context), options), missing);
    return update(id, await readJson(request, editable.input, { ...known, isOnlySent: true }), args);
  }

  async function putByExternalId(args: ActionFunctionArgs) {
    const { request, params, context } = args;
    const ofPath = await parseKnown({ externalId: params.externalId }, ExternalIdOfPath);
    const values = { ...(await readJson(request.clone(), editable.input, known)), ...ofPath };
    const sent = await readJson(request, editable.input, { ...known, isOnlySent: true });
    if ("externalId" in sent && sent.externalId !== ofPath.externalId)
      return jsonError(422, `externalId: ${OTHER_ID}`, { errors: { externalId: [OTHER_ID] } });
    if (editable.findByExternalId(ofPath).length === 0) {
      if (request.headers.has("If-Match")) return jsonError(412, STALE_MESSAGE);
      const created = await editable.create(values, getActorName(context));
      if (created.ok) return answerWith(created.item, 201);
    }
    // Another request may have created it in the meantime.
    const [owner, ...others] = editable.findByExternalId(ofPath);
    if (others.length > 0) return jsonError(409, `Several ${noun}s have this external id.`);
    return update(owner?.id ?? 0, { ...sent, ...ofPath }, args);
  }

  return {
    loader: get,
    action: (args: ActionFunctionArgs) => {
      if (args.params.externalId !== undefined) return putByExternalId(args);
      return args.params.id === undefined ? create(args) : change(args);
    },
  };
}
