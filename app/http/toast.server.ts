import { createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession, type ToastMessage } from "remix-toast";
import { hasCookie, siteCookie } from "#app/http/site-cookies.server.ts";

const storage = createCookieSessionStorage({ cookie: siteCookie("toast") });
const toasts = createToastUtilsWithCustomSession(storage);

/** The changeset to undo, and the screen it was made on. */
export type ToastUndo = { screen: string; id: number };

/** 303 to a page that shows the toast once. */
export async function redirectWithToast(
  url: string,
  toast: ToastMessage,
  undo: ToastUndo | null = null,
): Promise<Response> {
  const response = await toasts.redirectWithToast(url, toast, { status: 303 });
  if (undo === null) return response;
  // The library's toasts have no field for `undo`, but their cookie can hold it.
  const session = await storage.getSession(response.headers.get("Set-Cookie"));
  session.set("undo", undo);
  response.headers.set("Set-Cookie", await storage.commitSession(session));
  return response;
}

/** The page's toast, with headers that remove it; no headers without a toast, so the page can be shared. */
export async function takeToast(
  request: Request,
): Promise<{ toast: (ToastMessage & { id: string; undo: ToastUndo | null }) | null; headers: Headers }> {
  const cookies = request.headers.get("Cookie") ?? "";
  if (!hasCookie(cookies, "toast")) return { toast: null, headers: new Headers() };
  const { toast } = await toasts.getToast(request);
  // The library's headers would leave an empty cookie, and no later page could be shared.
  const session = await storage.getSession(cookies);
  const undo: ToastUndo | null = session.get("undo") ?? null;
  const removal = await storage.destroySession(session);
  // The id distinguishes two toasts with the same words.
  return {
    toast: toast ? { ...toast, id: crypto.randomUUID(), undo } : null,
    headers: new Headers({ "Set-Cookie": removal }),
  };
}
