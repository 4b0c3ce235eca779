import { type ShouldRevalidateFunctionArgs, useLocation } from "react-router";

const MODES = ["add", "edit", "delete", "history"] as const;

/** Which dialog of an admin screen the address asks for. */
export type Dialog = { mode: (typeof MODES)[number]; id: number };

/** `?add`, `?edit=ID`, `?delete=ID` or `?history=ID`, or null for none of them. */
export const useDialog = (): Dialog | null => dialogIn(new URLSearchParams(useLocation().search));

function dialogIn(params: URLSearchParams): Dialog | null {
  const mode = MODES.find((name) => params.has(name));
  return mode ? { mode, id: Number(params.get(mode)) } : null;
}

/** Whether somebody only closes a dialog, which needs nothing of the server, and works without it. */
export const isClosingDialog = ({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean =>
  formMethod === undefined &&
  currentUrl.pathname === nextUrl.pathname &&
  dialogIn(currentUrl.searchParams) !== null &&
  dialogIn(nextUrl.searchParams) === null &&
  [...nextUrl.searchParams].every(([name, value]) => currentUrl.searchParams.get(name) === value);
