// Whether a registration form was filled in by a person: asked of the form, never of them.
import { LEAST_AGE_MS, madeFormIdAt } from "#app/http/form.server.ts";
import { getDelegateByFormId } from "#app/models/delegate/delegate.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { TRAP_FIELD } from "#app/routes/register/registration-form.tsx";

/**
 * Whether a form is better looked at once more before it registers somebody: this site did not make it, it
 * was sent sooner than anybody fills it in, or the field for robots is not empty. A person may do each of these,
 * too (an old tab, a password manager), so it comes back whole and the second time does it.
 *
 * One that has registered somebody already is none: it is answered as the first time.
 */
export async function isSuspicious(form: URLSearchParams): Promise<boolean> {
  const why = suspicionOf(form);
  if (why === null || (await getDelegateByFormId(form.get("formId") ?? ""))) return false;
  log.info({ why }, "a registration form was sent back");
  return true;
}

function suspicionOf(form: URLSearchParams): string | null {
  if (form.get(TRAP_FIELD)) return "the field for robots is filled in";
  const madeAt = madeFormIdAt(form.get("formId") ?? "");
  if (madeAt === null) return "its id is not ours";
  // However old: a form may lie open for days. A load test fills in forms faster than people.
  const isTooSoon = env.RATE_LIMIT !== null && Date.now() - madeAt < LEAST_AGE_MS;
  return isTooSoon ? "it was sent too soon" : null;
}
