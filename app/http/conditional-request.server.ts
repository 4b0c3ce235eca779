import { createHash, randomUUID } from "node:crypto";
import { jsonError } from "#app/http/json.server.ts";
import type { DeleteResult } from "#app/models/editable/declaration.server.ts";

/** Uses weak comparison, as If-None-Match requires (RFC 9110, 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  typeof ifNoneMatch === "string" &&
  (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => bare(tag.trim()) === bare(etag)));

const bare = (tag: string) => tag.replace(/^W\//, "");

/** Adds an ETag to a JSON response, or returns 304. Later compression makes the ETag weak. */
export async function respondConditionally(request: Request, response: Response): Promise<Response> {
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true;
  if (request.method !== "GET" && request.method !== "HEAD") return response;
  if (response.status !== 200 || !isJson || response.headers.has("ETag")) return response;
  const body = await response.text();
  const headers = new Headers(response.headers);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  headers.set("ETag", etag);
  if (!matchesEtag(request.headers.get("If-None-Match"), etag)) return new Response(body, { headers });
  headers.delete("Content-Type");
  return new Response(null, { status: 304, headers });
}

/** Differs between processes, because another build may serialise the same version differently. */
const BUILD_TAG = randomUUID().slice(0, 8);

/** For responses too long to buffer. The ETag contains the version at the start of the response. */
export async function respondByVersion(request: Request, version: string, make: () => Promise<Response>) {
  const etag = `W/"${BUILD_TAG}.${version}"`;
  if (matchesEtag(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: { ETag: etag } });
  const response = await make();
  response.headers.set("ETag", etag);
  return response;
}

export const etagHeader = ({ updatedAt }: { updatedAt: string }) => ({ ETag: `"${updatedAt}"` });

/** Returns If-Match's version in milliseconds, undefined for any version, or NaN if invalid. */
export function readIfMatchVersion(request: Request): number | undefined {
  const tag = request.headers.get("If-Match")?.trim();
  if (tag === undefined || tag === "*") return undefined;
  return Date.parse(/^"([^"]+)"$/.exec(tag)?.[1] ?? "");
}

/** Responds to a DELETE. `missing` is the message of the 404. */
export function respondToDeletion(deleted: DeleteResult, missing: string): Response {
  if (deleted === "stale") return jsonError(412, STALE_MESSAGE);
  return deleted === null ? jsonError(404, missing) : new Response(null, { status: 204 });
}

export const STALE_MESSAGE =
  "This has changed since you read it, so nothing was changed. Read it again, then retry.";
