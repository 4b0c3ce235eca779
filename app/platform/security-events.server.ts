// Logs each security event as one line with a permanent event name.
import { isIPv4 } from "node:net";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";

/** Events contain no personal data: no email address, name or secret. */
type SecurityEvents = {
  "logged-in": { by: "link" | "provider" };
  "login-refused": { reason: "link-not-valid" | "not-listed" | LoginRefusal };
  "login-ended": { reason: "logged-out" | "ended-by-owner" };
  /** `ended` is normal for an organiser who returns the next morning. */
  "login-cookie-refused": { reason: "altered" | "ended" | "not-listed" };
  "helper-refused": Record<never, never>;
  "token-listed": { token: string; scope: "public" | "read" | "full"; until: string };
  "token-refused":
    | { reason: "unknown"; opens: "calls" | "metrics" }
    | { reason: "expired" | "ended"; token: string }
    | { reason: "right"; right: string; token: string };
  "upload-refused": { reason: "address-not-valid" };
  "cross-site-refused": Record<never, never>;
  "limit-reached": {
    limit: "draft" | "mailedLink" | "registration" | "tokenRegistration" | "login" | "token";
  };
};
export type LoginRefusal = "address-not-verified" | "state-mismatch" | "provider-refused" | "provider-down";
type EventName = keyof SecurityEvents;

const LEVELS: Record<EventName, "info" | "warn"> = {
  "logged-in": "info",
  "login-refused": "warn",
  "login-ended": "info",
  "login-cookie-refused": "warn",
  "helper-refused": "warn",
  "token-listed": "info",
  "token-refused": "warn",
  "upload-refused": "warn",
  "cross-site-refused": "warn",
  "limit-reached": "warn",
};

export const securityEventCounts = new Map<EventName, number>(
  (Object.keys(LEVELS) as EventName[]).map((name) => [name, 0]),
);

/** Counts an event, and logs it with the request's id and the sender's network. */
export function logSecurityEvent<Name extends EventName>(event: Name, fields: SecurityEvents[Name]): void {
  securityEventCounts.set(event, (securityEventCounts.get(event) ?? 0) + 1);
  const sender = requestContext.getStore()?.network;
  const network = sender === undefined ? {} : { network: shortenNetwork(sender) };
  const line: object = { event, ...fields, ...network };
  log[LEVELS[event]](line, "security");
}

/** Returns the IPv4 /24 or IPv6 /48, which can identify an attacker's network but not a person. */
export function shortenNetwork(network: string): string {
  if (isIPv4(network)) return `${network.split(".").slice(0, 3).join(".")}.0/24`;
  const [prefix, bits] = network.split("::/");
  return bits === "64" && prefix !== undefined ? `${prefix.split(":").slice(0, 3).join(":")}::/48` : network;
}
