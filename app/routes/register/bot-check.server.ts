import { formIdCreatedAt, MIN_FORM_AGE_MS } from "#app/http/form.server.ts";
import { getDelegateByFormId } from "#app/models/delegate/delegate.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { TRAP_FIELD } from "#app/routes/register/registration-form.tsx";

/**
 * Returns true if the form was not created by this site, was submitted too soon, or has a filled trap field.
 * Returns false if the form has registered a delegate. A second attempt succeeds, for people who fail.
 */
export async function isSuspicious(form: URLSearchParams): Promise<boolean> {
  const why = suspicionOf(form);
  if (why === null || (await getDelegateByFormId(form.get("formId") ?? ""))) return false;
  log.info({ why }, "a registration form was sent back");
  return true;
}

function suspicionOf(form: URLSearchParams): string | null {
  if (form.get(TRAP_FIELD)) return "the field for robots is filled in";
  const madeAt = formIdCreatedAt(form.get("formId") ?? "");
  if (madeAt === null) return "its id is not ours";
  // There is no upper limit: a form may be open for days. Load tests, which have no rate limit, may be faster.
  const isTooSoon = env.RATE_LIMIT !== null && Date.now() - madeAt < MIN_FORM_AGE_MS;
  return isTooSoon ? "it was sent too soon" : null;
}
