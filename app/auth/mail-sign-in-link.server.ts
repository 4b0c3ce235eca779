import { roleOf } from "#app/auth/roles.server.ts";
import { signInAddress } from "#app/auth/sign-in-address.server.ts";
import { overLimitFor } from "#app/http/rate-limit.server.ts";
import { sendImmediately } from "#app/mail/immediate-mail.server.ts";
import { composeSignInMail } from "#app/mail/sign-in-letter.server.ts";
import { createSignInLinkOnce } from "#app/models/login/sign-in-link.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";

/** Looks up the address only after responding, so the response time does not reveal whether it is listed. */
export function mailSignInLink(email: string, formId: string): void {
  sendImmediately("sign-in-link", async () => {
    if (roleOf(email) === null) {
      securityEvent("sign-in-refused", { reason: "not-listed" });
      return null;
    }
    // Sends nothing over the limit, because the latest links are still valid.
    if ((await overLimitFor("mailedLink", email)) !== null) return null;
    const token = await createSignInLinkOnce(email, formId);
    return token === null ? null : composeSignInMail(email, signInAddress(token));
  });
}
