import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession, type ToastMessage } from "remix-toast";
import { hasCookie, siteCookie } from "#app/http/site-cookies.server.ts";

const storage = createCookieSessionStorage({ cookie: siteCookie("toast") });
const toasts = createToastUtilsWithCustomSession(storage);

/** The changeset to undo, and the screen on which it was made. */
export type ToastUndo = { screen: string; id: number };

/** 303 to a page that shows the toast once. */
export async function redirectWithToast(
  url: string,
  toast: ToastMessage,
  undo: ToastUndo | null = null,
): Promise<Response> {
  const response = await toasts.redirectWithToast(url, toast, { status: 303 });
  if (undo === null) return response;
  // The library's toasts have no room for `undo`; their cookie has.
  const session = await storage.getSession(response.headers.get("Set-Cookie"));
  session.set("undo", undo);
  response.headers.set("Set-Cookie", await storage.commitSession(session));
  return response;
}

/** The toast for this page, and the headers that remove it; none without one, so that pages can be shared. */
export async function takeToast(
  request: Request,
): Promise<{ toast: (ToastMessage & { id: string; undo: ToastUndo | null }) | null; headers: Headers }> {
  const cookies = request.headers.get("Cookie") ?? "";
  if (!hasCookie(cookies, "toast")) return { toast: null, headers: new Headers() };
  const { toast } = await toasts.getToast(request);
  // The library's headers would leave an empty cookie, and every later page would be for one person.
  const session = await storage.getSession(cookies);
  const undo: ToastUndo | null = session.get("undo") ?? null;
  const removal = await storage.destroySession(session);
  // An id tells two toasts with the same words apart.
  return {
    toast: toast ? { ...toast, id: crypto.randomUUID(), undo } : null,
    headers: new Headers({ "Set-Cookie": removal }),
  };
}
