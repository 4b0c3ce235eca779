import { AsyncLocalStorage } from "node:async_hooks";

/** Data about the current request, for all code that runs after `identifyRequest`. */
export const requestContext = new AsyncLocalStorage<{
  /** Request id, short enough to read out over the phone. */
  id: string;
  /** The client's IPv4 address or IPv6 /64, determined with TRUST_PROXY. */
  network: string;
  /** The IPv4 address or IPv6 /56. Internet providers assign a /56 to one household. */
  household: string;
  /** The IPv6 /48; undefined for IPv4. */
  around?: string;
}>();
