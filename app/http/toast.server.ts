// Toasts survive one redirect in a signed cookie of their own.
import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession, type ToastMessage } from "remix-toast";
import { hasCookie, siteCookie } from "#app/http/site-cookies.server.ts";

const storage = createCookieSessionStorage({ cookie: siteCookie("toast") });
const toasts = createToastUtilsWithCustomSession(storage);

/** The changeset that the toast offers to undo, on the screen that it was done on. */
export type ToastUndo = { screen: string; id: number };

/** 303 to another page, which then shows the toast once, with a button that undoes what it tells of. */
export async function redirectWithToast(
  url: string,
  toast: ToastMessage,
  undo: ToastUndo | null = null,
): Promise<Response> {
  const response = await toasts.redirectWithToast(url, toast, { status: 303 });
  if (undo === null) return response;
  // The library's toasts have no room for it; their cookie has.
  const session = await storage.getSession(response.headers.get("Set-Cookie"));
  session.set("undo", undo);
  response.headers.set("Set-Cookie", await storage.commitSession(session));
  return response;
}

/**
 * The toast that a redirect left for this page, and the headers that take it away. Without one there
 * are no headers either: a page that sets a cookie could not be shared between visitors.
 */
export async function takeToast(
  request: Request,
): Promise<{ toast: (ToastMessage & { id: string; undo: ToastUndo | null }) | null; headers: Headers }> {
  const cookies = request.headers.get("Cookie") ?? "";
  if (!hasCookie(cookies, "toast")) return { toast: null, headers: new Headers() };
  const { toast } = await toasts.getToast(request);
  // Its own headers would leave an empty cookie behind, and every later page would be for one person.
  const session = await storage.getSession(cookies);
  const undo: ToastUndo | null = session.get("undo") ?? null;
  const removal = await storage.destroySession(session);
  // Each has an id: one that says the same as the last is a new one all the same.
  return {
    toast: toast ? { ...toast, id: crypto.randomUUID(), undo } : null,
    headers: new Headers({ "Set-Cookie": removal }),
  };
}
