import { domainToASCII } from "node:url";

/** An address with its domain as DNS has it: in lower case, umlauts in punycode. What is no domain, or a number, stays. */
export const inDnsForm = (address: string): string =>
  address.replace(
    /(?<=@)(?![\d.]*$)[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u,
    (domain) => domainToASCII(domain) || domain,
  );
