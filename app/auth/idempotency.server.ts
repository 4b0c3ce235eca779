// The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a JSON call sent twice is done once.
import type { RouterContextProvider } from "react-router";
import { userContext } from "#app/auth/auth.server.ts";
import { jsonError } from "#app/http/json.server.ts";
import { CALL_PREFIX, fingerprintOf, type Intent } from "#app/models/ledger/changeset.server.ts";
import { bearerOf } from "#app/platform/api-token.server.ts";

/** Characters of a key, without its quotes. */
export const KEY_LIMIT = 255;

/**
 * The intent of a call whose body is `values`, or undefined where the call has no key. Its id is of this
 * caller and this address alone: somebody else with the same key has another one.
 * @throws a Response (400) for a header that is no key.
 */
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

/** The answer to a call under a key that something else was asked for with. */
export const keyUsed = () => jsonError(422, KEY_USED);

/** A string of structured fields (RFC 9651, 3.3.3), or as many send it: the same without its quotes. */
function readKey(header: string): string | null {
  const text = header.trim();
  if (text.length > 2 * KEY_LIMIT + 2) return null;
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(text)?.[1]?.replace(/\\(.)/g, "$1");
  const key = quoted ?? /^[\w!#$%&'*+\-.^`|~:/]+$/.exec(text)?.[0] ?? "";
  return key.length > 0 && key.length <= KEY_LIMIT ? key : null;
}

/** Who sent it, by what it was let in with. A token need not be right here: the guards see to that. */
const callerOf = (request: Request, context: Readonly<RouterContextProvider>): string[] => {
  const token = bearerOf(request);
  if (token !== null) return ["token", token];
  const user = context.get(userContext);
  return user ? ["login", user.id] : ["anonymous"];
};

const NO_KEY = `Send the Idempotency-Key as 1 to ${KEY_LIMIT} visible ASCII characters, in double quotes or without spaces.`;
const KEY_USED =
  "This Idempotency-Key has already been used for a different request. Send this one with a new key.";
