/**
 * Sets Cache-Control where an answer has none. What was made for one person, sets a cookie or has to do
 * with signing in is never kept: the page of a one-time link has that link in it. A page that is the same
 * for every visitor may be kept and is asked about each time.
 */
export function setCachePolicy(headers: Headers, request: Request, isSignedIn: boolean): void {
  if (headers.has("Cache-Control")) return;
  const isShared =
    ["GET", "HEAD"].includes(request.method) &&
    !isSignedIn &&
    !headers.has("Set-Cookie") &&
    !/^\/api\//i.test(new URL(request.url).pathname);
  headers.set("Cache-Control", isShared ? "no-cache" : "private, no-store");
}
