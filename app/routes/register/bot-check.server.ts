import { formIdCreatedAt, MIN_FORM_AGE_MS } from "#app/http/form.server.ts";
import { getDelegateByFormId } from "#app/models/delegate/delegate.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { TRAP_FIELD } from "#app/routes/register/registration-form.tsx";

/**
 * Returns true for a form not created by this site, submitted too soon, or with its trap field filled in.
 * People may do the same, so the second attempt succeeds. Never true once the form has registered a delegate.
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
  // Sets no upper limit: a form may stay open for days. Load tests are faster than people.
  const isTooSoon = env.RATE_LIMIT !== null && Date.now() - madeAt < MIN_FORM_AGE_MS;
  return isTooSoon ? "it was sent too soon" : null;
}
