import { useLocation } from "react-router";

/** Which dialog of an admin screen the address asks for. */
export type Dialog = { mode: "add" | "edit" | "delete" | "history"; id: number };

/** `?add`, `?edit=ID`, `?delete=ID` or `?history=ID`, or null for none of them. */
export function useDialog(): Dialog | null {
  const params = new URLSearchParams(useLocation().search);
  const mode = (["add", "edit", "delete", "history"] as const).find((name) => params.has(name));
  return mode ? { mode, id: Number(params.get(mode)) } : null;
}
