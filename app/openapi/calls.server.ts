// All calls in the JSON API (specification, section 7), with their responses.
import type { Editable } from "#app/models/editable/declaration.server.ts";
import { EDITABLE_KINDS, EDITABLES, type EditableKind } from "#app/models/editables.server.ts";
import type { InputName, ResponseName } from "#app/openapi/schemas.server.ts";
import { capitalise } from "#app/platform/text.ts";

export type ApiCall = {
  method: "get" | "post" | "put" | "delete";
  /** Parameters are in braces. */
  path: string;
  /** Function name in generated clients. */
  id: string;
  group: "Program and speakers" | "Registration" | "Organisers";
  summary: string;
  /** `login` requires the login cookie. `organisers` also accepts a token. */
  isFor: "everyone" | "login" | "organisers";
  body?: InputName | "image";
  query?: Record<string, string>;
  hasKey?: true;
  hasPages?: true;
  answer: { status: 200 | 201 | 204; text: string; schema?: ResponseName; isList?: true; hasVersion?: true };
  /** Errors specific to this call. `errorResponses` adds errors common to all calls of its kind. */
  problems?: Record<number, string>;
};

const NO_SPEAKER = { 404: "There is no speaker with this id." };
const NO_SESSION = { 404: "There is no session with this id." };
const STALE = { 412: "Someone has saved a newer version than the one in `If-Match`. Nothing was changed." };
const ISSUED = "Taken from the issued URL.";
const OPEN = { method: "get", group: "Program and speakers", isFor: "everyone" } as const;
const ORGANISERS = { group: "Organisers", isFor: "organisers" } as const;

export const API_CALLS: ApiCall[] = [
  {
    ...OPEN,
    path: "/api/program",
    id: "listProgram",
    summary: "List all sessions, in program order",
    answer: { status: 200, text: "The sessions.", schema: "Session", isList: true },
  },
  {
    ...OPEN,
    path: "/api/sessions/{id}/speakers",
    id: "listSpeakersOfSession",
    summary: "List the speakers in a session",
    answer: { status: 200, text: "The speakers.", schema: "SpeakerInSession", isList: true },
    problems: NO_SESSION,
  },
  {
    ...OPEN,
    path: "/api/speakers",
    id: "listSpeakers",
    summary: "List all speakers",
    answer: { status: 200, text: "The speakers.", schema: "Speaker", isList: true },
  },
  {
    ...OPEN,
    path: "/api/speakers/{id}/sessions",
    id: "listSessionsOfSpeaker",
    summary: "List a speaker’s sessions",
    answer: { status: 200, text: "The sessions.", schema: "SessionOfSpeaker", isList: true },
    problems: NO_SPEAKER,
  },
  {
    method: "post",
    path: "/api/registrations",
    id: "register",
    group: "Registration",
    summary: "Register a delegate",
    isFor: "everyone",
    body: "RegistrationInput",
    hasKey: true,
    answer: { status: 201, text: "The new delegate, whose status is pending.", schema: "Delegate" },
    problems: {
      403: "Registration has not opened yet, or it is closed. The message says when. No one was registered.",
      409: "All places, or all with this pass, are taken, and there is no waiting list. No one was registered.",
      429: "Too many registrations came from this network. `Retry-After` gives the number of seconds to wait.",
    },
  },
  {
    method: "get",
    path: "/api/auth/user",
    id: "getUser",
    group: "Organisers",
    summary: "Get the logged-in organiser",
    isFor: "login",
    answer: { status: 200, text: "The organiser whose login cookie was sent.", schema: "User" },
  },
  {
    ...ORGANISERS,
    method: "get",
    path: "/api/admin/delegates",
    id: "listDelegates",
    summary: "List all delegates, newest first, in one response or page by page",
    hasPages: true,
    answer: { status: 200, text: "The delegates.", schema: "Delegate", isList: true },
    problems: {
      401: "No one is logged in, the login is more than an hour old, or the token is invalid.",
    },
  },
  {
    ...ORGANISERS,
    method: "get",
    path: "/api/admin/numbers",
    id: "listNumbers",
    summary: "Count the delegates by pass and status",
    answer: { status: 200, text: "The counts, without zeros.", schema: "Count", isList: true },
  },
  ...EDITABLE_KINDS.flatMap(callsFor),
  {
    ...ORGANISERS,
    method: "get",
    path: "/api/admin/speaker-sessions",
    id: "listConnections",
    summary: "List all connections, each with its speaker and session",
    answer: { status: 200, text: "The connections.", schema: "Connection", isList: true },
  },
  {
    ...ORGANISERS,
    method: "post",
    path: "/api/admin/speaker-sessions",
    id: "connect",
    summary: "Connect a speaker to a session",
    body: "ConnectionInput",
    hasKey: true,
    answer: { status: 201, text: "The new connection.", schema: "Connection" },
    problems: {
      404: "The speaker or the session does not exist.",
      409: "The speaker is already connected to the session.",
    },
  },
  {
    ...ORGANISERS,
    method: "delete",
    path: "/api/admin/speaker-sessions/{speakerId}/{sessionId}",
    id: "disconnect",
    summary: "Disconnect a speaker from a session",
    answer: { status: 204, text: "The speaker has been disconnected from the session." },
    problems: { 404: "The speaker is not connected to the session." },
  },
  {
    ...ORGANISERS,
    method: "post",
    path: "/api/objects/upload",
    id: "createUpload",
    summary: "Get an upload URL for one image",
    answer: { status: 200, text: "The upload URL.", schema: "UploadUrl" },
  },
  {
    group: "Organisers",
    isFor: "everyone",
    method: "put",
    path: "/objects/uploads/{id}",
    id: "uploadImage",
    summary: "Upload an image to the issued URL (no login needed)",
    body: "image",
    query: { expires: ISSUED, signature: ISSUED },
    answer: { status: 201, text: "The image has been stored.", schema: "UploadedImage" },
    problems: {
      401: "The address has expired or was not issued by this site, and the request has no login.",
      403: "The address has expired or was not issued by this site, or the request came from a page on another site.",
      413: "The image is larger than 10 MB.",
      422: "The image format is not supported, or the upload URL has already been used.",
    },
  },
  {
    ...ORGANISERS,
    method: "put",
    path: "/api/speakers/{id}/image",
    id: "setSpeakerImage",
    summary: "Assign an uploaded image to a speaker",
    body: "SpeakerImageInput",
    answer: {
      status: 200,
      text: "The image has been assigned to the speaker.",
      schema: "UploadedImage",
      hasVersion: true,
    },
    problems: { ...NO_SPEAKER, ...STALE },
  },
];

/** Describes the calls that routes/api/admin/editable-calls.server.ts handles. */
function callsFor(kind: EditableKind): ApiCall[] {
  const { words, linkedBy, summaries }: Editable = EDITABLES[kind];
  const { noun } = words;
  const one = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
  const shape = capitalise(kind) as Capitalize<EditableKind>;
  const path = `/api/admin/${words.path}`;
  const missing = { 404: `There is no ${noun} with this id.` };
  return [
    {
      ...ORGANISERS,
      method: "post",
      path,
      id: `create${shape}`,
      summary: `Create ${one}`,
      body: `${shape}Input`,
      hasKey: true,
      answer: { status: 201, text: `The new ${noun}.`, schema: shape },
    },
    {
      ...ORGANISERS,
      method: "put",
      path: `${path}/{id}`,
      id: `update${shape}`,
      summary: summaries?.update ?? `Replace ${one}`,
      body: `${shape}Input`,
      answer: { status: 200, text: `The saved ${noun}.`, schema: shape, hasVersion: true },
      problems: { ...missing, ...STALE },
    },
    {
      ...ORGANISERS,
      method: "delete",
      path: `${path}/{id}`,
      id: `delete${shape}`,
      summary: summaries?.delete ?? `Delete ${one}${linkedBy ? " and its connections" : ""}`,
      answer: { status: 204, text: `The ${noun} has been deleted.` },
      problems: missing,
    },
  ];
}

const HELPER_REFUSED =
  "The login belongs to a helper, who may use only the check-in screen, or the token has the right `public`.";
const NO_CHANGE =
  "The token has the right `read` or `public`, the login is a helper’s, or the request came from a page on another site. Nothing was changed.";
const OF_JSON_BODIES = {
  400: "The body is not JSON.",
  413: "The body is larger than 128 kB.",
  415: "The body was not sent as application/json.",
  422: "Something in the body is missing or invalid. `errors` lists the problems by field.",
};
const WITH_KEY = {
  400: "The body is not JSON, or the `Idempotency-Key` is not valid.",
  422: "Something in the body is missing or invalid, or the `Idempotency-Key` was used for a different request. `errors` lists the problems by field.",
};
const WRONG_TOKENS =
  "Too many invalid tokens came from this network. `Retry-After` gives the number of seconds to wait.";
const FROM_ELSEWHERE = "The request came from a page on another site. Nothing was changed.";

export function errorResponses(call: ApiCall): Record<number, string> {
  const isChange = call.method !== "get";
  const isJson = call.body !== undefined && call.body !== "image";
  const isOfOrganisers = call.isFor === "organisers";
  return Object.assign(
    {},
    call.isFor === "login" && { 401: "No one is logged in." },
    isOfOrganisers && { 401: "No one is logged in, or the token is invalid.", 429: WRONG_TOKENS },
    isOfOrganisers && { 403: isChange ? NO_CHANGE : HELPER_REFUSED },
    isChange && call.isFor === "everyone" && { 403: FROM_ELSEWHERE },
    isJson && OF_JSON_BODIES,
    call.hasKey && WITH_KEY,
    call.hasPages && { 422: "`limit` or `after` is not valid. `errors` gives the reason." },
    call.problems,
  );
}
