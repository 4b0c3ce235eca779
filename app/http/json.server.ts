import type { z } from "zod";
import { readJsonValue } from "#app/http/read-body.server.ts";

type FieldErrors = Record<string, string[]>;

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

export function methodNotAllowed(...allowed: string[]): Response {
  const allow = allowed.join(", ");
  return jsonError(405, `This address supports only ${allow}.`, { headers: { Allow: allow } });
}

/** @throws a Response: 400, 413 or 415 for an unreadable body, or 422 for invalid fields. */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const read = await readJsonValue(request);
  if (!read.ok) throw jsonError(read.problem.status, read.problem.message);
  const parsed = await schema.safeParseAsync(read.value);
  if (parsed.success) return parsed.data;
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.join(".");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw jsonError(422, firstProblem(errors), { errors });
}

function firstProblem(errors: FieldErrors): string {
  const [field = "", messages = []] = Object.entries(errors)[0] ?? [];
  return field === "" ? (messages[0] ?? "") : `${field}: ${messages[0]}`;
}

export function parseId(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
