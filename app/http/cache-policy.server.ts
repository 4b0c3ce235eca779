/**
 * Sets Cache-Control where an answer has none. What was made for one person, or sets a cookie, is
 * never kept; a page that is the same for every visitor may be kept and is asked about each time.
 */
export function setCachePolicy(headers: Headers, request: Request, isSignedIn: boolean): void {
  if (headers.has("Cache-Control")) return;
  const isPersonal = isSignedIn || headers.has("Set-Cookie") || !["GET", "HEAD"].includes(request.method);
  headers.set("Cache-Control", isPersonal ? "private, no-store" : "no-cache");
}
