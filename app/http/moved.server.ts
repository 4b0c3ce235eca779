import { redirect, redirectDocument } from "react-router";

/**
 * Sends on for good (308) what was once mailed, printed or kept as a bookmark; a form of a page that is still open
 * arrives whole. A script that asks for the old address is of an older build, whose routes do not have the new one:
 * it loads that as a document.
 */
export const moved = ({ method }: Request, to: string, headers: HeadersInit = {}): Response =>
  (method === "GET" || method === "HEAD" ? redirectDocument : redirect)(to, { status: 308, headers });
