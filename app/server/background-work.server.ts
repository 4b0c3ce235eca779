import { startMail } from "#app/mail/mail.server.ts";
import { isExpired } from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";
import { startMaintenance } from "#app/server/maintenance.server.ts";

/** shutdown.server.ts stops this work. */
export function startBackgroundWork(): void {
  startMail();
  startMaintenance();
  warnOfExpiredTokens();
  for (const { given, meant } of env.mistyped) log.warn({ given, meant }, MISTYPED);
}

function warnOfExpiredTokens(): void {
  for (const token of env.API_TOKENS) {
    const { name, scope, until } = token;
    if (isExpired(token)) log.warn({ token: name }, EXPIRED_TOKEN);
    else logSecurityEvent("token-listed", { token: name, scope, until });
  }
}

const MISTYPED = "this setting is not known, so it has no effect. Correct its name";
const EXPIRED_TOKEN = "a token of API_TOKENS has expired. Create a new one with npm run api:token";
