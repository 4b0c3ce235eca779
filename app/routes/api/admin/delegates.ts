import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { type Context, getActorName, refuseOldLogin } from "#app/auth/auth.server.ts";
import { readIdempotencyIntent } from "#app/auth/idempotency.server.ts";
import {
  etagHeader,
  readIfMatchVersion,
  respondByVersion,
  STALE_MESSAGE,
} from "#app/http/conditional-request.server.ts";
import { jsonError, parseId, readJson } from "#app/http/json.server.ts";
import {
  interleave,
  nextPageHeader,
  readCursor,
  toJsonPortions,
  toStream,
} from "#app/http/list-streaming.server.ts";
import { recordExport } from "#app/models/changeset/changeset.server.ts";
import { checkIn } from "#app/models/delegate/check-in.server.ts";
import {
  type Delegate,
  delegatesVersion,
  getDelegate,
  listDelegates,
  toDelegateJson,
} from "#app/models/delegate/delegate.server.ts";
import { StatusInput } from "#app/models/delegate/input.server.ts";
import { changeStatuses } from "#app/models/delegate/status-change.server.ts";
import { isOtherVersion } from "#app/models/editable/order.ts";
import { readQuery } from "#app/openapi/known-parameters.server.ts";
import { QUERIES } from "#app/openapi/schemas.server.ts";
import { checkInProblem } from "#app/routes/admin/delegates/door/door.server.ts";

/** GET: all delegates who match, or one. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const refusal = await refuseOldLogin(request, context);
  if (refusal) return refusal;
  const actor = getActorName(context);
  // A program may read every minute, so the history has one entry a day.
  const formId = `export ${actor} ${new Date().toISOString().slice(0, 10)}`;
  await recordExport({ actor, formId }, { subject: "list", label: "delegates" });
  if (params.id !== undefined) return answerOne(await getDelegate(parseId(params.id) ?? 0));
  return respondByVersion(request, delegatesVersion(), () => answerList(request));
}

/**
 * Streams delegates, newest first (§ 7). With `?limit=`, returns a page and a Link header for the
 * next page.
 */
async function answerList(request: Request) {
  const { limit, after, ...filter } = QUERIES.listDelegates.parse(readQuery(request));
  const list = (atMost?: number) => listDelegates(readCursor(after), filter, atMost);
  if (limit !== undefined) return answerPage(request, limit, list(limit + 1));
  const body = await toStream(toJsonPortions(list(), toDelegateJson));
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

/** `portions` includes one delegate beyond the page, to show whether there is a next page. */
async function answerPage(request: Request, limit: number, portions: AsyncIterable<Delegate[]>) {
  const found: Delegate[] = [];
  for await (const portion of interleave(portions)) found.push(...portion);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return Response.json(page.map(toDelegateJson), { headers: last && nextPageHeader(request, last) });
}

function answerOne(delegate: Delegate | null) {
  if (!delegate) return jsonError(404, "There is no delegate with this id.");
  const answer = toDelegateJson(delegate);
  return Response.json(answer, { headers: etagHeader(answer) });
}

/** PUT of a status, or POST of a check-in. The answer is personal data, as in a list. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const refusal = await refuseOldLogin(request, context);
  if (refusal) return refusal;
  const id = parseId(params.id) ?? 0;
  return request.method === "PUT" ? putStatus(id, request, context) : postCheckIn(id, request, context);
}

async function putStatus(id: number, request: Request, context: Context) {
  const asked = await readJson(request, StatusInput);
  const delegate = await getDelegate(id);
  if (!delegate) return answerOne(null);
  if (isOtherVersion(delegate.updatedAt, readIfMatchVersion(request))) return jsonError(412, STALE_MESSAGE);
  const people = [{ id, shown: delegate.status }];
  const changed = await changeStatuses(people, { ...asked, actor: getActorName(context) });
  return changed.ok && changed.asked === 0 ? answerOne(await getDelegate(id)) : jsonError(412, STALE_MESSAGE);
}

async function postCheckIn(id: number, request: Request, context: Context) {
  const formId = readIdempotencyIntent(request, context, null)?.id;
  const seen = readIfMatchVersion(request);
  const { outcome, delegate } = await checkIn(id, getActorName(context), { formId, seen });
  if (outcome === "done" || outcome === "gone") return answerOne(await getDelegate(id));
  return outcome === "stale"
    ? jsonError(412, STALE_MESSAGE)
    : jsonError(409, checkInProblem(outcome, delegate));
}
