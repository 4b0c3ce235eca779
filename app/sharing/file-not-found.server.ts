/** 404 for a program that reads files, not pages. */
export const fileNotFound = (): Response =>
  new Response("There is no session at this address.\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
