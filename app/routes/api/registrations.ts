import { methodNotAllowed, readJson } from "#app/http/json.server.ts";
import { createRegistration, toDelegateJson } from "#app/models/delegate.server.ts";
import { RegistrationInput } from "#app/models/delegate-input.server.ts";
import type { Route } from "./+types/registrations";

export const loader = () => methodNotAllowed("POST");

/** POST /api/registrations: registers a delegate, open to everyone (specification, 7). */
export async function action({ request }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const registration = await readJson(request, RegistrationInput);
  const result = await createRegistration(registration, null);
  return Response.json(toDelegateJson(result.delegate), { status: 201 });
}
