import { getRole } from "#app/auth/roles.server.ts";
import { countRequest } from "#app/http/rate-limit.server.ts";
import { composeLoginMail } from "#app/mail/login-letter.server.ts";
import { sendUnstored } from "#app/mail/mail.server.ts";
import { createLoginLinkOnce, loginLinkUrl } from "#app/models/login/login-link.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";

/** Looks up the address after responding, so response times do not reveal listed addresses. */
export function mailLoginLink(email: string, formId: string): void {
  void sendUnstored("login-link", async () => {
    if (getRole(email) === null) {
      logSecurityEvent("login-refused", { reason: "not-listed" });
      return null;
    }
    // Above the limit, sends nothing. The links already sent are still valid.
    if ((await countRequest("mailedLink", email)) !== null) return null;
    const token = await createLoginLinkOnce(email, formId);
    return token === null ? null : composeLoginMail(email, loginLinkUrl(token));
  });
}
