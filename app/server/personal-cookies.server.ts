/** The cookies that a page is made with: who has one gets a page of their own. */
export const LOGIN_COOKIES = { plain: "login", secure: "__Host-login" } as const;
export const TOAST_COOKIE = "toast";

export const PERSONAL_COOKIES: ReadonlySet<string> = new Set([
  LOGIN_COOKIES.plain,
  LOGIN_COOKIES.secure,
  TOAST_COOKIE,
]);
