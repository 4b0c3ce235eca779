import { getRegistrarName } from "#app/auth/auth.server.ts";
import { readIdempotencyIntent, refuseUsedKey } from "#app/auth/idempotency.server.ts";
import { jsonError, readJson } from "#app/http/json.server.ts";
import { registerWithinLimits } from "#app/http/register-within-limits.server.ts";
import { toNewDelegateJson } from "#app/models/delegate/delegate.server.ts";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import type { Route } from "./+types/registrations";

/** POST /api/registrations: registers a delegate. No login is required (specification, section 7). */
export async function action({ request, context }: Route.ActionArgs) {
  const registration = await readJson(request, RegistrationInput);
  const intent = readIdempotencyIntent(request, context, registration);
  const attempted = await registerWithinLimits(registration, intent?.id ?? null, getRegistrarName(request));
  if (attempted.ok) {
    const { ok, delegate } = attempted.registered;
    return ok ? Response.json(toNewDelegateJson(delegate), { status: 201 }) : refuseUsedKey();
  }
  const { status, message, retryAfter } = attempted;
  const headers: HeadersInit = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  return jsonError(status, message, { headers });
}
