// The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header) makes a repeated JSON call safe.
import type { RouterContextProvider } from "react-router";
import { userContext } from "#app/auth/auth.server.ts";
import { jsonError } from "#app/http/json.server.ts";
import { CALL_PREFIX, fingerprintOf, type Intent } from "#app/models/ledger/changeset.server.ts";
import { bearerOf } from "#app/platform/api-token.server.ts";

export const KEY_LIMIT = 255;

/** Returns an intent for this caller and address; undefined without the header. @throws a Response (400). */
export function callIntentOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
  values: unknown,
): Intent | undefined {
  const header = request.headers.get("Idempotency-Key");
  if (header === null) return undefined;
  const key = readKey(header);
  if (key === null) throw jsonError(400, NO_KEY);
  const { pathname } = new URL(request.url);
  const parts = [callerOf(request, context), request.method, pathname, key];
  return { id: CALL_PREFIX + fingerprintOf(parts), fingerprint: fingerprintOf(values) };
}

export const refuseUsedKey = () =>
  jsonError(
    422,
    "This Idempotency-Key has already been used for a different request. Send this one with a new key.",
  );

/** Parses a structured-field string (RFC 9651, 3.3.3), also without quotes, which many clients omit. */
function readKey(header: string): string | null {
  const text = header.trim();
  if (text.length > 2 * KEY_LIMIT + 2) return null;
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(text)?.[1]?.replace(/\\(.)/g, "$1");
  const key = quoted ?? /^[\w!#$%&'*+\-.^`|~:/]+$/.exec(text)?.[0] ?? "";
  return key.length > 0 && key.length <= KEY_LIMIT ? key : null;
}

/** Does not verify the token; the guards do. */
const callerOf = (request: Request, context: Readonly<RouterContextProvider>): string[] => {
  const token = bearerOf(request);
  if (token !== null) return ["token", token];
  const user = context.get(userContext);
  return user ? ["login", user.id] : ["anonymous"];
};

const NO_KEY = `Send the Idempotency-Key as 1 to ${KEY_LIMIT} visible ASCII characters, in double quotes or without spaces.`;
