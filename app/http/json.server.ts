import { z } from "zod";
import { readJsonValue } from "#app/http/read-body.server.ts";
import { unknownText } from "#app/platform/text.ts";

type FieldErrors = Record<string, string[]>;

/** True for addresses of the API, and for those that a slash too many makes no address at all. */
export const isJsonPath = (url: string): boolean => /^\/+(api|objects)([/?]|$)/i.test(url);

/** `handle` of the route for unknown addresses: every method gets its 404. */
export type MissingEndpoint = { isMissing: true };
export const NO_ENDPOINT = "There is no such endpoint.";

/** Body: `{"message": "...", "errors": {"field": ["..."]}}`. */
export function jsonError(
  status: number,
  message: string,
  { errors, headers }: { errors?: FieldErrors; headers?: HeadersInit } = {},
): Response {
  return Response.json({ message, ...(errors ? { errors } : {}) }, { status, headers });
}

/** Replaces the body of a server error that is not JSON. */
export function ensureJsonError(response: Response): Response {
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  if (response.status < 500 || isJson) return response;
  return jsonError(500, "Something went wrong on our side. Please try again later.");
}

/**
 * With `isOnlySent`, omits the fields that the body leaves out, so that an update keeps their values.
 * Ignores the fields of `answer`, so that what was read can be sent back.
 * @throws a Response: 400, 413 or 415 for an unreadable body, or 422 for invalid or unknown fields.
 */
export async function readJson<T extends z.ZodType>(
  request: Request,
  schema: T,
  { isOnlySent = false, answer }: { isOnlySent?: boolean; answer?: z.ZodObject } = {},
): Promise<z.output<T>> {
  const read = await readJsonValue(request);
  if (!read.ok) throw jsonError(read.problem.status, read.problem.message);
  const values = await parseKnown(read.value, schema, { answer });
  const isSent = ([name]: [string, unknown]) => Object.hasOwn(read.value as object, name);
  const sent = () => Object.fromEntries(Object.entries(values as object).filter(isSent));
  return isOnlySent ? (sent() as z.output<T>) : values;
}

/** @throws a Response (422) for invalid fields, and for fields that neither schema has. */
export async function parseKnown<T extends z.ZodType>(
  value: unknown,
  schema: T,
  { answer = z.object(), headers }: { answer?: z.ZodObject; headers?: HeadersInit } = {},
): Promise<z.output<T>> {
  const parsed = await schema.safeParseAsync(value);
  const errors = findUnknown(value, schema, answer);
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path.join(".");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  if (!parsed.success || Object.keys(errors).length > 0)
    throw jsonError(422, firstProblem(errors), { errors, headers });
  return parsed.data;
}

const MAX_NAMED = 20;

/** Names the first unknown fields only, because a body may have thousands. */
function findUnknown(value: unknown, schema: z.ZodType, answer: z.ZodObject): FieldErrors {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const { shape } = (schema instanceof z.ZodPipe ? schema.in : schema) as z.ZodObject;
  const isUnknown = (name: string) => !Object.hasOwn(shape, name) && !Object.hasOwn(answer.shape, name);
  const unknown = Object.keys(value).filter(isUnknown).slice(0, MAX_NAMED);
  return Object.fromEntries(unknown.map((name) => [name, [unknownText(name, Object.keys(shape))]]));
}

function firstProblem(errors: FieldErrors): string {
  const [field = "", messages = []] = Object.entries(errors)[0] ?? [];
  return field === "" ? (messages[0] ?? "") : `${field}: ${messages[0]}`;
}

export function parseId(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
