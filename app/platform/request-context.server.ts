import { AsyncLocalStorage } from "node:async_hooks";

/** The current request, available to all code called by `identifyRequest`. */
export const requestContext = new AsyncLocalStorage<{
  /** Short enough to be read out over the phone. */
  id: string;
  /** IPv4 address or IPv6 /64 of the client, found according to TRUST_PROXY. */
  network: string;
  /** The /56 of an IPv6 address, which a provider assigns to one household. */
  household: string;
  /** The /48 of an IPv6 address; undefined for IPv4. */
  around?: string;
}>();
