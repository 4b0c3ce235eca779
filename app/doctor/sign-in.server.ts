import { askProvider } from "#app/auth/oauth.server.ts";
import { isDayOver } from "#app/auth/roles.server.ts";
import { type Check, ok, problem, reasonOf } from "#app/doctor/check.ts";

type Settings = {
  ADMIN_EMAILS: string[];
  DOOR_EMAILS: string[];
  oauth: { issuer: string } | null;
  SITE_ORIGIN: string;
};

/** Whether anybody may sign in, and whether the identity provider can be asked. */
export async function checkSignIn({
  ADMIN_EMAILS,
  DOOR_EMAILS,
  oauth,
  SITE_ORIGIN,
}: Settings): Promise<Check[]> {
  const organisers =
    ADMIN_EMAILS.length > 0
      ? ok("Organisers", `${ADMIN_EMAILS.length} in ADMIN_EMAILS`)
      : problem("Organisers", "ADMIN_EMAILS is empty", "Put in the addresses of those who may log in.");
  const lists = [organisers, ...checkHelpers(DOOR_EMAILS)];
  if (!oauth) return [...lists, ok("Identity provider", "none: organisers log in with one-time links")];
  const redirect = `${SITE_ORIGIN}/api/login`;
  try {
    await askProvider();
    return [
      ...lists,
      ok(
        "Identity provider",
        `${oauth.issuer} answers; the redirect address to register there is ${redirect}`,
      ),
    ];
  } catch (error) {
    return [
      ...lists,
      problem(
        "Identity provider",
        `${oauth.issuer} cannot be used: ${reasonOf((error as Error).cause ?? error)}`,
        `OAUTH_ISSUER has to be what the provider calls itself, and this machine has to reach it. The redirect address to register there is ${redirect}.`,
      ),
    ];
  }
}

/** Nobody needs any; where there are some, it is said until when they get in. */
function checkHelpers(listed: readonly string[]): Check[] {
  if (listed.length === 0) return [];
  const until = isDayOver() ? "the day is over, so none of them gets in" : "until the day is over";
  return [ok("Helpers", `${listed.length} in DOOR_EMAILS: ${until}`)];
}
