import { isOneTypo } from "#app/platform/text.ts";

const HOSTS = "gmail.com googlemail.com hotmail.com outlook.com yahoo.com icloud.com bigpond.com".split(" ");
/** Misspellings of `.com` that are not domains, unlike `.co` and `.cm`. */
const MISSPELT_COM = /\.(?:con|cmo|ocm|vom|xom|cim|cpm|coom|comm)(?=$|\.au$)/;

/** Returns the probable address if the ending or a large mail host is misspelt, or else null. */
export function suggestEmail(address: string): string | null {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  const ended = domain.includes(".")
    ? domain.replace(MISSPELT_COM, ".com")
    : domain.replace(/(\Bcom)?$/, ".com");
  const meant = HOSTS.find((host) => isOneTypo(ended, host)) ?? ended;
  return meant === domain ? null : address.slice(0, at) + meant;
}
