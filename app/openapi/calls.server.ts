// All calls in the JSON API (specification, section 7), with their responses.
import { EDITABLE_KINDS, EDITABLES, type EditableKind } from "#app/models/editables.server.ts";
import type { InputName, ResponseName } from "#app/openapi/schemas.server.ts";
import { capitalise } from "#app/platform/text.ts";
import type { Right, RightArea } from "#app/vocabulary/api-rights.ts";

export type ApiCall = {
  method: "get" | "post" | "put" | "delete";
  /** Parameters are in braces. */
  path: string;
  /** Function name in generated clients. Its words are in descriptions.json, its examples in examples.json. */
  id: string;
  group: keyof typeof GROUPS;
  /** `login` requires the login cookie. An area of rights also accepts a token that may use it. */
  isFor: "everyone" | "login" | RightArea;
  body?: InputName | "image";
  hasKey?: true;
  hasPages?: true;
  /** The answer may also be 201, for a new item. */
  mayCreate?: true;
  answer: { status: 200 | 201 | 204; text: string; schema?: ResponseName; isList?: true; hasVersion?: true };
  /** The field that `If-Match` refers to, if it is not `updatedAt`. */
  version?: string;
  /** Errors specific to this call. `errorResponses` adds errors common to all calls of its kind. */
  problems?: Record<number, string>;
};

const RECENT_LOGIN = "No one is logged in, the login is more than an hour old, or the token is invalid.";
const NO_DELEGATE = { 401: RECENT_LOGIN, 404: "There is no delegate with this id." };
export const GROUPS = {
  "Program and speakers": "What everyone can read. Drafts are not included.",
  Registration: "How delegates register.",
  Organisers: "What organisers read and change, with a login or a token.",
};

const NO_SPEAKER = { 404: "There is no speaker with this id." };
const NO_SESSION = { 404: "There is no session with this id." };
const STALE = { 412: "The current version is not the one in `If-Match`. Nothing was changed." };
const OPEN = { method: "get", group: "Program and speakers", isFor: "everyone" } as const;
const ONE_DELEGATE = {
  group: "Organisers",
  isFor: "delegates",
  answer: { status: 200, text: "The delegate.", schema: "Delegate", hasVersion: true },
  problems: NO_DELEGATE,
} as const;
const PROGRAM = { group: "Organisers", isFor: "program" } as const;

export const API_CALLS: ApiCall[] = [
  {
    ...OPEN,
    path: "/api/conference",
    id: "getConference",
    answer: { status: 200, text: "The conference.", schema: "Conference" },
  },
  {
    ...OPEN,
    path: "/api/program",
    id: "listProgram",
    answer: { status: 200, text: "The sessions.", schema: "ProgramSession", isList: true },
  },
  {
    ...OPEN,
    path: "/api/sessions/{id}/speakers",
    id: "listSpeakersOfSession",
    answer: { status: 200, text: "The speakers.", schema: "SpeakerInSession", isList: true },
    problems: NO_SESSION,
  },
  {
    ...OPEN,
    path: "/api/speakers",
    id: "listSpeakers",
    answer: { status: 200, text: "The speakers.", schema: "Speaker", isList: true },
  },
  {
    ...OPEN,
    path: "/api/speakers/{id}/sessions",
    id: "listSessionsOfSpeaker",
    answer: { status: 200, text: "The sessions.", schema: "SessionOfSpeaker", isList: true },
    problems: NO_SPEAKER,
  },
  {
    ...OPEN,
    path: "/calendar.ics",
    id: "getCalendar",
    answer: { status: 200, text: "The calendar.", schema: "Calendar" },
  },
  {
    ...OPEN,
    path: "/calendar/{id}.ics",
    id: "getSessionCalendar",
    answer: { status: 200, text: "The calendar.", schema: "Calendar" },
    problems: {
      404: "There is no session with this id, or its time is not in calendars. The text says which.",
    },
  },
  {
    method: "post",
    path: "/api/registrations",
    id: "register",
    group: "Registration",
    isFor: "everyone",
    body: "RegistrationInput",
    hasKey: true,
    answer: { status: 201, text: "The new delegate, whose status is pending.", schema: "Delegate" },
    problems: {
      403: "Registration has not opened yet, or it is closed. The message says when. No one was registered.",
      409: "All places, or all with this pass, are taken, and there is no waiting list. No one was registered.",
      429: "Too many registrations came from this network or with this token. `Retry-After` gives the number of seconds to wait.",
    },
  },
  {
    method: "get",
    path: "/api/auth/user",
    id: "getUser",
    group: "Organisers",
    isFor: "login",
    answer: { status: 200, text: "The organiser whose login cookie was sent.", schema: "User" },
  },
  {
    group: "Organisers",
    isFor: "delegates",
    method: "get",
    path: "/api/admin/delegates",
    id: "listDelegates",
    hasPages: true,
    answer: { status: 200, text: "The delegates.", schema: "Delegate", isList: true },
    problems: { 401: RECENT_LOGIN },
  },
  {
    ...ONE_DELEGATE,
    method: "get",
    path: "/api/admin/delegates/{id}",
    id: "getDelegate",
  },
  {
    ...ONE_DELEGATE,
    method: "put",
    path: "/api/admin/delegates/{id}/status",
    id: "setDelegateStatus",
    body: "StatusInput",
    problems: { ...NO_DELEGATE, ...STALE },
  },
  {
    ...ONE_DELEGATE,
    method: "post",
    path: "/api/admin/delegates/{id}/check-in",
    id: "checkInDelegate",
    hasKey: true,
    problems: {
      ...NO_DELEGATE,
      ...STALE,
      409: "Already checked in, or not confirmed. The message says which.",
    },
  },
  {
    group: "Organisers",
    isFor: "public",
    method: "get",
    path: "/api/admin/numbers",
    id: "listNumbers",
    answer: { status: 200, text: "The counts, without zeros.", schema: "Count", isList: true },
  },
  ...EDITABLE_KINDS.flatMap(callsFor),
  {
    ...PROGRAM,
    method: "get",
    path: "/api/admin/speaker-sessions",
    id: "listConnections",
    answer: { status: 200, text: "The connections.", schema: "Connection", isList: true },
  },
  {
    ...PROGRAM,
    method: "post",
    path: "/api/admin/speaker-sessions",
    id: "connect",
    body: "ConnectionInput",
    hasKey: true,
    answer: { status: 201, text: "The new connection.", schema: "Connection" },
    problems: {
      404: "The speaker or the session does not exist.",
      409: "The speaker is already connected to the session.",
    },
  },
  {
    ...PROGRAM,
    method: "delete",
    path: "/api/admin/speaker-sessions/{speakerId}/{sessionId}",
    id: "disconnect",
    answer: { status: 204, text: "The speaker has been disconnected from the session." },
    problems: { 404: "The speaker is not connected to the session.", ...STALE },
    version: "`createdAt`",
  },
  {
    ...PROGRAM,
    method: "post",
    path: "/api/objects/upload",
    id: "createUpload",
    answer: { status: 200, text: "The upload URL.", schema: "UploadUrl" },
  },
  {
    group: "Organisers",
    isFor: "everyone",
    method: "put",
    path: "/objects/uploads/{id}",
    id: "uploadImage",
    body: "image",
    answer: { status: 201, text: "The image has been stored.", schema: "UploadedImage" },
    problems: {
      401: "The address has expired or was not issued by this site, and the request has no login.",
      403: "The address has expired or was not issued by this site, or the request came from a page on another site.",
      413: "The image is larger than 10 MB.",
      422: "The image format is not supported, or the upload URL has already been used.",
    },
  },
  {
    ...PROGRAM,
    method: "put",
    path: "/api/speakers/{id}/image",
    id: "setSpeakerImage",
    body: "SpeakerImageInput",
    answer: {
      status: 200,
      text: "The image has been assigned to the speaker.",
      schema: "UploadedImage",
      hasVersion: true,
    },
    problems: { ...NO_SPEAKER, ...STALE },
  },
  {
    ...PROGRAM,
    method: "delete",
    path: "/api/speakers/{id}/image",
    id: "removeSpeakerImage",
    answer: { status: 204, text: "The speaker has no photo.", hasVersion: true },
    problems: { ...NO_SPEAKER, ...STALE },
  },
];

/** Describes the calls that routes/api/admin/editable-calls.server.ts handles. */
function callsFor(kind: EditableKind): ApiCall[] {
  const { noun, path: name } = EDITABLES[kind].words;
  const shape = capitalise(kind) as Capitalize<EditableKind>;
  const schema = `Full${shape}` as const;
  const path = `/api/admin/${name}`;
  const missing = { 404: `There is no ${noun} with this id.` };
  return [
    {
      ...PROGRAM,
      method: "post",
      path,
      id: `create${shape}`,
      body: `${shape}Input`,
      hasKey: true,
      answer: { status: 201, text: `The new ${noun}.`, schema, hasVersion: true },
      problems: { 409: `There is already a ${noun} with this external id.` },
    },
    {
      ...PROGRAM,
      method: "get",
      path,
      id: `list${shape}sForOrganisers`,
      answer: { status: 200, text: `The ${noun}s.`, schema, isList: true },
    },
    {
      ...PROGRAM,
      method: "put",
      path: `${path}/by-external-id/{externalId}`,
      id: `put${shape}ByExternalId`,
      body: `${shape}Input`,
      mayCreate: true,
      answer: { status: 200, text: `The saved ${noun}.`, schema, hasVersion: true },
      problems: { ...STALE, 409: `Several ${noun}s have this external id.` },
    },
    {
      ...PROGRAM,
      method: "get",
      path: `${path}/{id}`,
      id: `get${shape}`,
      answer: { status: 200, text: `The ${noun}.`, schema, hasVersion: true },
      problems: missing,
    },
    {
      ...PROGRAM,
      method: "put",
      path: `${path}/{id}`,
      id: `update${shape}`,
      body: `${shape}Input`,
      answer: { status: 200, text: `The saved ${noun}.`, schema, hasVersion: true },
      problems: { ...missing, ...STALE },
    },
    {
      ...PROGRAM,
      method: "delete",
      path: `${path}/{id}`,
      id: `delete${shape}`,
      answer: { status: 204, text: `The ${noun} has been deleted.` },
      problems: { ...missing, ...STALE },
    },
  ];
}

/** By the patterns of their routes. */
export const CALLS_BY_ROUTE = Map.groupBy(API_CALLS, ({ path }) => path.replaceAll(/\{(\w+)\}/g, ":$1"));

/** The right that a token needs for a call, or null if the call accepts no token. */
export function rightFor({ isFor, method }: Pick<ApiCall, "isFor"> & { method: string }): Right | null {
  if (isFor === "everyone" || isFor === "login") return null;
  return `${isFor}:${["get", "head"].includes(method.toLowerCase()) ? "read" : "write"}`;
}

const OF_JSON_BODIES = {
  400: "The body is not JSON.",
  413: "The body is larger than 128 kB.",
  415: "The body was not sent as application/json.",
  422: "Something in the body or query is missing, invalid or unknown. `errors` lists the problems by field.",
};
const WITH_KEY = {
  400: "The body is not JSON, or the `Idempotency-Key` is not valid.",
  422: "Something in the body or query is missing, invalid or unknown, or the `Idempotency-Key` was used for a different request. `errors` lists the problems by field.",
};
const NO_ACCESS = "No one is logged in, or the token is unknown, ended or expired. The message says which.";
const WRONG_TOKENS =
  "Too many invalid tokens came from this network. `Retry-After` gives the number of seconds to wait.";
const FROM_ELSEWHERE = "The request came from a page on another site. Nothing was changed.";

const missingRight = (right: Right, isChange: boolean): string =>
  `The token lacks the right \`${right}\`, or the login is a helper’s.${isChange ? ` Or ${FROM_ELSEWHERE}` : ""}`;

export function errorResponses(call: ApiCall): Record<number, string> {
  const isChange = call.method !== "get";
  const isJson = call.body !== undefined && call.body !== "image";
  const right = rightFor(call);
  return Object.assign(
    {},
    call.path.startsWith("/api/") && {
      422: "A query parameter is invalid or unknown. `errors` gives the reason.",
    },
    call.isFor === "login" && { 401: "No one is logged in." },
    right && { 401: NO_ACCESS, 403: missingRight(right, isChange), 429: WRONG_TOKENS },
    isChange && call.isFor === "everyone" && { 403: FROM_ELSEWHERE },
    isJson && OF_JSON_BODIES,
    call.hasKey && (isJson ? WITH_KEY : { 400: "The `Idempotency-Key` is not valid." }),
    call.problems,
  );
}
