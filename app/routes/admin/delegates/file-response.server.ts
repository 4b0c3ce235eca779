// Files of the panel are answered by the middleware of their route, not by its loader: whoever is not signed in, asks
// for what is not there, or meets a fault of ours gets a page of the panel, and only a route with a page has one.

/** Whether a request only reads; to write to a file's address is refused as on any page without a form. */
export const isReading = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

export const separatorOf = ({ url }: Request): string =>
  new URL(url).searchParams.get("separator") === "semicolon" ? ";" : ",";

/** The headers of a file that is downloaded, and kept by nobody. */
export const attachment = (type: string, fileName: string): HeadersInit => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "no-store",
});
