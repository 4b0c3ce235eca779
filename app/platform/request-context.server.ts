import { AsyncLocalStorage } from "node:async_hooks";

/** The current request, available in everything below `identifyRequest`. */
export const requestContext = new AsyncLocalStorage<{
  /** Short enough to read out on the phone. */
  id: string;
  /** The client by TRUST_PROXY: an IPv4 address, or the /64 of an IPv6 address. */
  network: string;
  /** The /56 of an IPv6 address, which a provider assigns to one household. */
  household: string;
  /** The /48 of an IPv6 address; undefined for IPv4. */
  around?: string;
}>();
