// Every call of the site (specification, 7), and what it may answer.
import type { Editable } from "#app/models/editable/declaration.server.ts";
import { EDITABLES, type EditableKind, KINDS } from "#app/models/editable/editables.server.ts";
import type { AnswerName, InputName } from "#app/openapi/schemas.server.ts";
import { capitalise } from "#app/platform/text.ts";

export type Call = {
  method: "get" | "post" | "put" | "delete";
  /** Parameters in braces. */
  path: string;
  /** What generated clients call it. */
  id: string;
  group: "Program and speakers" | "Registration" | "Organisers";
  summary: string;
  /** Whom it answers: everybody, whoever has a login cookie, or also programs with a token. */
  isFor: "everyone" | "login" | "organisers";
  body?: InputName | "image";
  /** Of the address, beside those in braces. */
  query?: Record<string, string>;
  /** Whether it takes an `Idempotency-Key`. */
  hasKey?: true;
  /** Whether the list may be read page by page, by `limit` and `after`. */
  hasPages?: true;
  answer: { status: 200 | 201 | 204; text: string; schema?: AnswerName; isList?: true; hasVersion?: true };
  /** Its own errors; those of its kind are added in `problemsOf`. */
  problems?: Record<number, string>;
};

const NO_SPEAKER = { 404: "There is no speaker with this id." };
const NO_SESSION = { 404: "There is no session with this id." };
const STALE = { 412: "Someone has saved a newer version than the one in `If-Match`. Nothing was changed." };

export const CALLS: Call[] = [
  {
    method: "get",
    path: "/api/program",
    id: "listProgram",
    group: "Program and speakers",
    summary: "Every session, in the order of the program",
    isFor: "everyone",
    answer: { status: 200, text: "The sessions.", schema: "Session", isList: true },
  },
  {
    method: "get",
    path: "/api/sessions/{id}/speakers",
    id: "listSpeakersOfSession",
    group: "Program and speakers",
    summary: "The speakers of a session",
    isFor: "everyone",
    answer: { status: 200, text: "The speakers.", schema: "SpeakerInSession", isList: true },
    problems: NO_SESSION,
  },
  {
    method: "get",
    path: "/api/speakers",
    id: "listSpeakers",
    group: "Program and speakers",
    summary: "Every speaker",
    isFor: "everyone",
    answer: { status: 200, text: "The speakers.", schema: "Speaker", isList: true },
  },
  {
    method: "get",
    path: "/api/speakers/{id}/sessions",
    id: "listSessionsOfSpeaker",
    group: "Program and speakers",
    summary: "The sessions of a speaker",
    isFor: "everyone",
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
      403: "Registration is closed: the day of the conference is over.",
      429: "Many registrations came from this network. `Retry-After` says how many seconds to wait.",
    },
  },
  {
    method: "get",
    path: "/api/auth/user",
    id: "getUser",
    group: "Organisers",
    summary: "Who is logged in",
    isFor: "login",
    answer: { status: 200, text: "The organiser whose login cookie came with the request.", schema: "User" },
  },
  {
    method: "get",
    path: "/api/admin/delegates",
    id: "listDelegates",
    group: "Organisers",
    summary: "Every delegate, the newest first, at once or page by page",
    isFor: "organisers",
    hasPages: true,
    answer: { status: 200, text: "The delegates.", schema: "Delegate", isList: true },
  },
  ...KINDS.flatMap(callsFor),
  {
    method: "get",
    path: "/api/admin/speaker-sessions",
    id: "listConnections",
    group: "Organisers",
    summary: "Who speaks where: every connection with its speaker and its session",
    isFor: "organisers",
    answer: { status: 200, text: "The connections.", schema: "Connection", isList: true },
  },
  {
    method: "post",
    path: "/api/admin/speaker-sessions",
    id: "connect",
    group: "Organisers",
    summary: "Connect a speaker to a session",
    isFor: "organisers",
    body: "ConnectionInput",
    hasKey: true,
    answer: { status: 201, text: "The new connection.", schema: "Connection" },
    problems: {
      404: "The speaker or the session does not exist.",
      409: "The speaker is already connected to the session.",
    },
  },
  {
    method: "delete",
    path: "/api/admin/speaker-sessions/{speakerId}/{sessionId}",
    id: "disconnect",
    group: "Organisers",
    summary: "Take a speaker off a session",
    isFor: "organisers",
    answer: { status: 204, text: "They are no longer connected." },
    problems: { 404: "The speaker is not connected to the session." },
  },
  {
    method: "post",
    path: "/api/objects/upload",
    id: "createUpload",
    group: "Organisers",
    summary: "Get an address to send one image to",
    isFor: "organisers",
    answer: { status: 200, text: "The address.", schema: "UploadAddress" },
  },
  {
    method: "put",
    path: "/objects/uploads/{id}",
    id: "uploadImage",
    group: "Organisers",
    summary: "Send the image to the address that was issued",
    isFor: "organisers",
    body: "image",
    query: {
      expires: "As in the address that was issued.",
      signature: "As in the address that was issued.",
    },
    answer: { status: 201, text: "The image has been stored.", schema: "UploadedImage" },
    problems: {
      403: "The address has expired or was not issued by this site, the token may read only, a helper is logged in, or the request came from a page of another site.",
      413: "The image is larger than 10 MB.",
      422: "This is not an image that can be shown, or the address has already been used.",
    },
  },
  {
    method: "put",
    path: "/api/speakers/{id}/image",
    id: "setSpeakerImage",
    group: "Organisers",
    summary: "Give a speaker an image that was uploaded",
    isFor: "organisers",
    body: "SpeakerImageInput",
    answer: { status: 200, text: "The speaker has the image.", schema: "UploadedImage", hasVersion: true },
    problems: { ...NO_SPEAKER, ...STALE },
  },
];

/** The calls of a kind of editable things, as routes/api/admin/editable-calls.server.ts answers them. */
function callsFor(kind: EditableKind): Call[] {
  const { words, linkedBy, summaries }: Editable = EDITABLES[kind];
  const { noun } = words;
  const one = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
  const shape = capitalise(kind) as Capitalize<EditableKind>;
  const path = `/api/admin/${words.path}`;
  const common = { group: "Organisers", isFor: "organisers" } as const;
  const missing = { 404: `There is no ${noun} with this id.` };
  return [
    {
      ...common,
      method: "post",
      path,
      id: `create${shape}`,
      summary: `Create ${one}`,
      body: `${shape}Input`,
      hasKey: true,
      answer: { status: 201, text: `The new ${noun}.`, schema: shape },
    },
    {
      ...common,
      method: "put",
      path: `${path}/{id}`,
      id: `update${shape}`,
      summary: summaries?.update ?? `Replace ${one}`,
      body: `${shape}Input`,
      answer: { status: 200, text: `The ${noun} as saved.`, schema: shape, hasVersion: true },
      problems: { ...missing, ...STALE },
    },
    {
      ...common,
      method: "delete",
      path: `${path}/{id}`,
      id: `delete${shape}`,
      summary: summaries?.delete ?? `Delete ${one}${linkedBy ? " and its connections" : ""}`,
      answer: { status: 204, text: `The ${noun} is deleted.` },
      problems: missing,
    },
  ];
}

const A_HELPER = "A helper is logged in, who may only use the check-in screen.";
const NO_CHANGE =
  "The token may read only, a helper is logged in, or the request came from a page of another site. Nothing was changed.";
const OF_JSON_BODIES = {
  400: "The body is not JSON.",
  413: "The body is larger than 128 kB.",
  415: "The body is not sent as application/json.",
  422: "Something in the body is missing or wrong; `errors` says what, by field.",
};
const WITH_KEY = {
  400: "The body is not JSON, or the `Idempotency-Key` is not valid.",
  422: "Something in the body is missing or wrong; `errors` says what, by field. The same if the `Idempotency-Key` was used for a different request.",
};
const WRONG_TOKENS =
  "Too many invalid tokens from this network. `Retry-After` says how many seconds to wait.";
const FROM_ELSEWHERE = "The request came from a page of another site. Nothing was changed.";

/** Every error that a call is known to answer with, by its status. */
export function problemsOf({
  method,
  isFor,
  body,
  hasKey,
  hasPages,
  problems,
}: Call): Record<number, string> {
  const isChange = method !== "get";
  const isJson = body !== undefined && body !== "image";
  const kinds: Record<number, string>[] = [
    isFor === "login" ? { 401: "No one is logged in." } : {},
    isFor === "organisers" ? { 401: "No one is logged in, or the token is invalid.", 429: WRONG_TOKENS } : {},
    isFor === "organisers" ? { 403: isChange ? NO_CHANGE : A_HELPER } : {},
    isChange && isFor === "everyone" ? { 403: FROM_ELSEWHERE } : {},
    isJson ? OF_JSON_BODIES : {},
    hasKey ? WITH_KEY : {},
    hasPages ? { 422: "`limit` or `after` is not valid; `errors` says why." } : {},
    problems ?? {},
  ];
  return Object.assign({}, ...kinds);
}
