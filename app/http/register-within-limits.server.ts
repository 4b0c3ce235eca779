import { OverloadedError } from "#app/db/write-queue.server.ts";
import { countRequest, minutesText, refundRequest } from "#app/http/rate-limit.server.ts";
import { createRegistration, findRepeatedRegistration } from "#app/models/delegate/delegate.server.ts";
import { getFullPasses } from "#app/models/delegate/places.server.ts";
import { log } from "#app/platform/log.server.ts";
import { isFullyBooked, placesTakenText, registrationText } from "#app/vocabulary/availability.ts";
import type { RegistrationType } from "#app/vocabulary/pass.ts";
import { REGISTRATION_FAILED, type Registration } from "#app/vocabulary/registration.ts";

/**
 * Used by the form and the JSON API. `token` is the name of a token, which has a limit of its own.
 * A refusal includes the response's status and message.
 */
export async function registerWithinLimits(
  registration: Registration,
  formId: string | null,
  token?: string,
) {
  const limit = token === undefined ? "registration" : "tokenRegistration";
  const wait = await countRequest(limit, token);
  // A repeated submission of an accepted form succeeds, even over the limit.
  if (wait !== null && !(formId !== null && findRepeatedRegistration(formId, registration)?.ok)) {
    const message = `Too many registrations came ${token === undefined ? "from your network" : "with this token"} in a short time. Your input is not lost. Submit it again in ${minutesText(wait)}.`;
    return { ok: false, status: 429, message, retryAfter: wait } as const;
  }
  try {
    const registered = await createRegistration(registration, formId);
    if (!registered.ok || !registered.isNew) await refundRequest(limit, token);
    if (registered.ok || registered.reason === "formIdUsed") return { ok: true, registered } as const;
    return { ok: false, ...refusalOf(registered.reason, registration.registrationType) } as const;
  } catch (error) {
    await refundRequest(limit, token);
    log.error({ error }, "a registration could not be stored");
    const busy =
      error instanceof OverloadedError ? ({ status: 503, retryAfter: 5 } as const) : { status: 500 as const };
    return { ok: false, message: REGISTRATION_FAILED, ...busy } as const;
  }
}

function refusalOf(reason: "before" | "closed" | "full", type: RegistrationType) {
  const none = "No one was registered.";
  if (reason !== "full") return { status: 403, message: `${registrationText(reason)} ${none}` } as const;
  const isOfPass = !isFullyBooked(getFullPasses().full);
  return { status: 409, message: `${placesTakenText(isOfPass ? type : null)} ${none}` } as const;
}
