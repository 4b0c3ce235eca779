/** 404 for a program that reads files, not pages. */
export const fileNotFound = (text = "We couldn’t find that session."): Response =>
  new Response(`${text}\n`, {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
