import { formIdCreatedAt, MIN_FORM_AGE_MS } from "#app/http/form.server.ts";
import { getDelegateByFormId } from "#app/models/delegate/delegate.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { TRAP_FIELD } from "#app/routes/register/registration-form.tsx";

/**
 * True if the form is not from this site, was submitted too soon or has a filled-in trap field.
 * False if the form has already registered a delegate. Visitors who fail can submit again.
 */
export async function isSuspiciousForm(form: URLSearchParams): Promise<boolean> {
  const why = suspicionOf(form);
  if (why === null || (await getDelegateByFormId(form.get("formId") ?? ""))) return false;
  log.info({ why }, "a registration form was sent back");
  return true;
}

function suspicionOf(form: URLSearchParams): string | null {
  if (form.get(TRAP_FIELD)) return "the field for robots is filled in";
  const madeAt = formIdCreatedAt(form.get("formId") ?? "");
  if (madeAt === null) return "its id is not ours";
  // There is no maximum age, because forms may stay open for days. Load tests turn off the minimum.
  const isTooSoon = env.RATE_LIMIT !== null && Date.now() - madeAt < MIN_FORM_AGE_MS;
  return isTooSoon ? "it was sent too soon" : null;
}
