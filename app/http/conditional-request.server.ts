import { createHash, randomUUID } from "node:crypto";

/** Compares weakly, as for every GET (RFC 9110, 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  typeof ifNoneMatch === "string" &&
  (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => bare(tag.trim()) === bare(etag)));

const bare = (tag: string) => tag.replace(/^W\//, "");

/** Adds an ETag to JSON for GET or HEAD, or responds 304. The tag is weak because compression follows. */
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

/** Differs between processes, because a different build may serialise the same version differently. */
const BUILD_TAG = randomUUID().slice(0, 8);

/** For responses too long to hold in memory. The ETag is the source's version when the response begins. */
export async function respondByVersion(request: Request, version: string, make: () => Promise<Response>) {
  const etag = `W/"${BUILD_TAG}.${version}"`;
  if (matchesEtag(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: { ETag: etag } });
  const response = await make();
  response.headers.set("ETag", etag);
  return response;
}

export const versionTag = ({ updatedAt }: { updatedAt: string }) => ({ ETag: `"${updatedAt}"` });

/** The `updatedAt` in If-Match, in milliseconds; undefined for any version, NaN for an invalid tag. */
export function versionFromIfMatch(request: Request): number | undefined {
  const tag = request.headers.get("If-Match")?.trim();
  if (tag === undefined || tag === "*") return undefined;
  return Date.parse(/^"([^"]+)"$/.exec(tag)?.[1] ?? "");
}

export const CHANGED_SINCE =
  "This has been changed since you read it, so nothing was saved. Read it again first.";
