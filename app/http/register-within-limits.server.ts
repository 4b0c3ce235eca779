import { OverloadedError } from "#app/db/write-queue.server.ts";
import { inMinutes, overLimitFor, uncount } from "#app/http/rate-limit.server.ts";
import { createRegistration, registeredBy } from "#app/models/delegate/delegate.server.ts";
import { log } from "#app/platform/log.server.ts";
import { REGISTRATION_CLOSED, REGISTRATION_FAILED, type Registration } from "#app/vocabulary/registration.ts";

/** Seconds after which a busy site is worth another try. */
const BUSY_RETRY_AFTER = 5;

/**
 * Registers a delegate as `createRegistration` does, for the form and for the JSON call: at most so many
 * for one network, and with the status and the sentence to answer with where nothing was stored.
 */
export async function registerWithinLimits(registration: Registration, formId: string | null) {
  const wait = await overLimitFor("registration");
  // The second copy of a form that has got through is told so.
  if (wait !== null && !(formId !== null && registeredBy(formId, registration)?.ok)) {
    const message = `Many registrations came from your network in a short time. Nothing is lost: send this again in ${inMinutes(wait)}.`;
    return { ok: false, status: 429, message, retryAfter: wait } as const;
  }
  try {
    const registered = await createRegistration(registration, formId);
    if (!registered.ok || !registered.isNew) await uncount("registration");
    if (!registered.ok && registered.reason === "closed")
      return { ok: false, status: 403, message: REGISTRATION_CLOSED } as const;
    return { ok: true, registered } as const;
  } catch (error) {
    await uncount("registration");
    log.error({ error }, "a registration could not be stored");
    const isBusy = error instanceof OverloadedError;
    const retryAfter = isBusy ? BUSY_RETRY_AFTER : undefined;
    return { ok: false, status: isBusy ? 503 : 500, message: REGISTRATION_FAILED, retryAfter } as const;
  }
}
