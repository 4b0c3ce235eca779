import { getRole } from "#app/auth/roles.server.ts";
import { countRequest } from "#app/http/rate-limit.server.ts";
import { sendUnstored } from "#app/mail/mail.server.ts";
import { composeSignInMail } from "#app/mail/sign-in-letter.server.ts";
import { createSignInLinkOnce, signInLinkUrl } from "#app/models/login/sign-in-link.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";

/** Looks up the address after responding, so response times do not reveal listed addresses. */
export function mailSignInLink(email: string, formId: string): void {
  void sendUnstored("sign-in-link", async () => {
    if (getRole(email) === null) {
      logSecurityEvent("sign-in-refused", { reason: "not-listed" });
      return null;
    }
    // Above the limit, sends nothing. The links already sent are still valid.
    if ((await countRequest("mailedLink", email)) !== null) return null;
    const token = await createSignInLinkOnce(email, formId);
    return token === null ? null : composeSignInMail(email, signInLinkUrl(token));
  });
}
