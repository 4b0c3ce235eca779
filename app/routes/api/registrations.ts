import { jsonError, methodNotAllowed, readJson } from "#app/http/json.server.ts";
import { registerWithinLimits } from "#app/http/register-within-limits.server.ts";
import { toDelegateJson } from "#app/models/delegate.server.ts";
import { RegistrationInput } from "#app/models/delegate-input.server.ts";
import type { Route } from "./+types/registrations";

export const loader = () => methodNotAllowed("POST");

/** POST /api/registrations: registers a delegate, open to everyone (specification, 7). */
export async function action({ request }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const registration = await readJson(request, RegistrationInput);
  const attempted = await registerWithinLimits(registration, null);
  if (attempted.ok) return Response.json(toDelegateJson(attempted.registered.delegate), { status: 201 });
  const { status, message, retryAfter } = attempted;
  return jsonError(
    status,
    message,
    retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } },
  );
}
