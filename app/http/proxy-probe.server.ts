// `npm run doctor` requests the public URL to count the proxies' X-Forwarded-For entries.
import { isSameSecret } from "#app/platform/api-token.server.ts";
import { hmac, signingKeys } from "#app/platform/secrets.server.ts";

export const PROBE_HEADER = "X-Byline-Doctor";
const VALID_FOR_MS = 60_000;

const signed = (until: string, key: string): string => `${until}.${hmac(key, until)}`;

/** An expiry time, signed with the site's secret. */
export function createProbe(): string {
  const [key = ""] = signingKeys("doctor");
  return signed(String(Date.now() + VALID_FOR_MS), key);
}

/** The number of addresses in X-Forwarded-For, or null if the doctor did not send the request. */
export function countProbedHops(headers: Headers): number | null {
  const probe = headers.get(PROBE_HEADER);
  const until = probe?.split(".", 1)[0] ?? "";
  if (probe === null || !(Number(until) > Date.now() && Number(until) <= Date.now() + VALID_FOR_MS))
    return null;
  if (!signingKeys("doctor").some((key) => isSameSecret(probe, signed(until, key)))) return null;
  return headers.get("X-Forwarded-For")?.split(",").length ?? 0;
}
