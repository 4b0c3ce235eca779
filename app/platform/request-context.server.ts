import { AsyncLocalStorage } from "node:async_hooks";

/** The request that is being answered, everywhere below `identifyRequest`. */
export const requestContext = new AsyncLocalStorage<{
  /** Short enough to be read out over the phone. */
  id: string;
  /** The client by TRUST_PROXY: an IPv4 address, or the /64 of an IPv6 one. */
  network: string;
  /** The /56 of an IPv6 address, which a provider gives one household. */
  household: string;
  /** The /48 around an IPv6 address; undefined for IPv4. */
  around?: string;
}>();
