import { startMail } from "#app/mail/mail.server.ts";
import { findTokenProblem } from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";
import { startMaintenance } from "#app/server/maintenance.server.ts";

/** shutdown.server.ts stops this work. */
export function startBackgroundWork(): void {
  startMail();
  startMaintenance();
  warnOfInvalidTokens();
}

function warnOfInvalidTokens(): void {
  for (const token of env.API_TOKENS) {
    const { name, scope, until } = token;
    const problem = findTokenProblem(token, Date.now());
    if (problem === null) logSecurityEvent("token-listed", { token: name, scope, until });
    else log.warn({ token: name, problem }, INVALID_TOKEN);
  }
}

const INVALID_TOKEN =
  "a token of API_TOKENS is not accepted: it has expired, or its last day is too far ahead. Create a new one with npm run api:token";
