import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession, type ToastMessage } from "remix-toast";
import { createSiteCookie, hasCookie } from "#app/http/site-cookies.server.ts";

const storage = createCookieSessionStorage({ cookie: createSiteCookie("toast") });
const toasts = createToastUtilsWithCustomSession(storage);

/** `id` is the changeset to undo. `screen` is the path of the screen that created it. */
export type UndoTarget = { screen: string; id: number };

/** Redirects (303) to a page that shows the toast once. */
export async function redirectWithToast(url: string, toast: ToastMessage, undo: UndoTarget | null = null) {
  const response = await toasts.redirectWithToast(url, toast, { status: 303 });
  if (undo === null) return response;
  // The library's toasts have no field for `undo`, so `undo` is added to the toast cookie.
  const session = await storage.getSession(response.headers.get("Set-Cookie"));
  session.set("undo", undo);
  response.headers.set("Set-Cookie", await storage.commitSession(session));
  return response;
}

/** Returns the toast and headers that delete its cookie. Pages with a toast are not shared. */
export async function takeToast(request: Request) {
  const cookies = request.headers.get("Cookie") ?? "";
  if (!hasCookie(cookies, "toast")) return { toast: null, headers: new Headers() };
  const { toast } = await toasts.getToast(request);
  // The library's headers leave an empty cookie, which would prevent later pages from being shared.
  const session = await storage.getSession(cookies);
  const undo: UndoTarget | null = session.get("undo") ?? null;
  const removal = await storage.destroySession(session);
  // The id distinguishes two toasts with the same wording.
  return {
    toast: toast ? { ...toast, id: crypto.randomUUID(), undo } : null,
    headers: new Headers({ "Set-Cookie": removal }),
  };
}
