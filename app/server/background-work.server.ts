import { startMail } from "#app/mail/mail.server.ts";
import { announceTokens } from "#app/server/announce-tokens.server.ts";
import { startUpkeep } from "#app/server/upkeep.server.ts";

/** What the site does beside answering requests; shutdown.server.ts ends it. */
export function startBackgroundWork(): void {
  startMail();
  startUpkeep();
  announceTokens();
}
