// A screen that follows what goes on asks for its own data again and again, and nobody has asked it to.

const PARAMETER = "look";

/** The address to look at again. */
export function lookAt(address: string): string {
  const url = new URL(address, "http://site");
  url.searchParams.set(PARAMETER, "");
  return url.pathname + url.search;
}

/** Whether a request is such a look: where it is not answered, it says nothing and leads nowhere. */
export const isLook = ({ url }: Request): boolean => new URL(url).searchParams.has(PARAMETER);
