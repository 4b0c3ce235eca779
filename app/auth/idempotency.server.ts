// The Idempotency-Key header makes it safe to repeat an API call
// (draft-ietf-httpapi-idempotency-key-header).
import { type Context, userContext } from "#app/auth/auth.server.ts";
import { jsonError } from "#app/http/json.server.ts";
import { CALL_KEY_PREFIX, createFingerprint } from "#app/models/changeset/changeset.server.ts";
import { readBearerToken } from "#app/platform/api-token.server.ts";

export const KEY_MAX_LENGTH = 255;

/**
 * Returns undefined if the request has no Idempotency-Key header.
 * @throws a Response (400) if the key is invalid.
 */
export function readIdempotencyIntent(request: Request, context: Context, values: unknown) {
  const header = request.headers.get("Idempotency-Key");
  if (header === null) return undefined;
  const key = readKey(header);
  if (key === null) throw jsonError(400, NO_KEY);
  const { pathname } = new URL(request.url);
  const parts = [callerOf(request, context), request.method, pathname, key];
  return { id: CALL_KEY_PREFIX + createFingerprint(parts), fingerprint: createFingerprint(values) };
}

export const refuseUsedKey = () =>
  jsonError(
    422,
    "This Idempotency-Key has already been used for a different request. Use a new key for this request.",
  );

/** Parses a structured-field string (RFC 9651, 3.3.3). Also accepts a key without quotes. */
function readKey(header: string): string | null {
  const text = header.trim();
  if (text.length > 2 * KEY_MAX_LENGTH + 2) return null;
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(text)?.[1]?.replace(/\\(.)/g, "$1");
  const key = quoted ?? /^[\w!#$%&'*+\-.^`|~:/]+$/.exec(text)?.[0] ?? "";
  return key.length > 0 && key.length <= KEY_MAX_LENGTH ? key : null;
}

/** Identifies the caller. The route's middleware verifies the token. */
const callerOf = (request: Request, context: Context): string[] => {
  const token = readBearerToken(request.headers.get("Authorization"));
  if (token !== null) return ["token", token];
  const user = context.get(userContext);
  return user ? ["login", user.id] : ["anonymous"];
};

const NO_KEY = `The Idempotency-Key must have 1 to ${KEY_MAX_LENGTH} visible ASCII characters. Put it in double quotes if it contains spaces.`;
