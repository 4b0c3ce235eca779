// What whoever watches over the site wants to hear of: one log line each, with a name that never changes.
import { isIPv4 } from "node:net";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";

/** Each event by its name, and what it says. Nothing in it is personal: no address, no name, no secret. */
type SecurityEvents = {
  /** An organiser or helper has signed in. */
  "signed-in": { by: "link" | "provider" };
  "sign-in-refused": {
    reason:
      | "link-not-good"
      | "not-listed"
      | "address-not-verified"
      | "state-mismatch"
      | "provider-refused"
      | "provider-down";
  };
  "login-ended": { reason: "logged-out" | "ended-by-owner" };
  /** A cookie of a login that is none, where one is needed. 'ended' is what an organiser has next morning. */
  "login-refused": { reason: "altered" | "ended" | "not-listed" };
  /** A helper has asked for what is for organisers. */
  "helper-refused": Record<never, never>;
  /** A token of API_TOKENS counts from this start on, until the end of its last day. */
  "token-listed": { token: string; scope: "read" | "full"; until: string };
  "token-refused":
    | { reason: "unknown"; opens: "calls" | "metrics" }
    | { reason: "expired" | "without-end" | "read-only"; token: string };
  "upload-refused": { reason: "address-not-good" };
  "cross-site-refused": Record<never, never>;
  "limit-reached": { limit: "draft" | "mailedLink" | "registration" | "signIn" | "token" };
};
type EventName = keyof SecurityEvents;

/** How loud each is in the log: what happens to everybody is told, what was refused is a warning. */
const LEVELS: Record<EventName, "info" | "warn"> = {
  "signed-in": "info",
  "sign-in-refused": "warn",
  "login-ended": "info",
  "login-refused": "warn",
  "helper-refused": "warn",
  "token-listed": "info",
  "token-refused": "warn",
  "upload-refused": "warn",
  "cross-site-refused": "warn",
  "limit-reached": "warn",
};

/** How often each has happened since the start. */
export const securityEventCounts = new Map<EventName, number>(
  (Object.keys(LEVELS) as EventName[]).map((name) => [name, 0]),
);

/** Logs an event and counts it, with the id of the request that it belongs to and the network that sent it. */
export function securityEvent<Name extends EventName>(event: Name, fields: SecurityEvents[Name]): void {
  securityEventCounts.set(event, (securityEventCounts.get(event) ?? 0) + 1);
  const sender = requestContext.getStore()?.network;
  const network = sender === undefined ? {} : { network: networkPart(sender) };
  const line: Record<string, unknown> = { event, ...fields, ...network };
  log[LEVELS[event]](line, "security");
}

/**
 * Of a network as the limits count it, the part that many share: /24, or /48 of IPv6. It shows that a
 * burst comes from one place, and what to block, and is nobody's address.
 */
export function networkPart(network: string): string {
  if (isIPv4(network)) return `${network.split(".").slice(0, 3).join(".")}.0/24`;
  const [prefix, bits] = network.split("::/");
  return bits === "64" && prefix !== undefined ? `${prefix.split(":").slice(0, 3).join(":")}::/48` : network;
}
