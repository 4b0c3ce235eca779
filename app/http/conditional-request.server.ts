import { createHash, randomUUID } from "node:crypto";

/** True where If-None-Match names this tag; compared weakly, as for every GET (RFC 9110, 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  typeof ifNoneMatch === "string" &&
  (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => bare(tag.trim()) === bare(etag)));

const bare = (tag: string) => tag.replace(/^W\//, "");

/** A JSON answer to GET or HEAD with an ETag, or 304. The tag is weak: compression comes later. */
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

/** Another build may write the same version in other words. */
const PROGRAM = randomUUID().slice(0, 8);

/** The same for an answer too long to be held whole: its tag is its source's version before it began. */
export async function respondByVersion(request: Request, version: string, make: () => Promise<Response>) {
  const etag = `W/"${PROGRAM}.${version}"`;
  if (matchesEtag(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: { ETag: etag } });
  const response = await make();
  response.headers.set("ETag", etag);
  return response;
}

export const versionTag = ({ updatedAt }: { updatedAt: string }) => ({ ETag: `"${updatedAt}"` });

/** The `updatedAt` of If-Match in milliseconds; undefined for any version; NaN for another tag. */
export function versionFromIfMatch(request: Request): number | undefined {
  const tag = request.headers.get("If-Match")?.trim();
  if (tag === undefined || tag === "*") return undefined;
  return Date.parse(/^"([^"]+)"$/.exec(tag)?.[1] ?? "");
}

export const CHANGED_SINCE =
  "This has been saved since you read it, so nothing was changed. Read it again first.";
