import {
  type ShouldRevalidateFunction,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from "react-router";

const MODES = ["add", "edit", "delete", "history"] as const;
/** Parameters that change only a dialog or a notice and require no new data. */
const TRANSIENT = [...MODES, "item", "transfer", "stop", "draft"];

export type Dialog = { mode: (typeof MODES)[number]; id: number };

/** Returns the dialog for `?add`, `?edit=ID`, `?delete=ID` or `?history=ID`, or null. */
export function useDialog(): Dialog | null {
  const params = new URLSearchParams(useNextSearch());
  const mode = MODES.find((name) => params.has(name));
  return mode ? { mode, id: Number(params.get(mode)) } : null;
}

/** Returns a pending navigation's query, so dialogs do not wait for the server. */
export function useNextSearch(): string {
  const location = useLocation();
  const navigation = useNavigation();
  const isHere = navigation.state !== "idle" && navigation.location.pathname === location.pathname;
  return (isHere ? navigation.location : location).search;
}

/** True if only a dialog opens or closes, except the history dialog, which needs new data. */
export function isDialogChange({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  const [current, next] = [currentUrl, nextUrl].map(({ pathname, searchParams }) => {
    const rest = new URLSearchParams(searchParams);
    for (const name of TRANSIENT) rest.delete(name);
    return `${pathname}?${rest}`;
  });
  return (
    formMethod === undefined &&
    current === next &&
    currentUrl.search !== nextUrl.search &&
    !nextUrl.searchParams.has("history")
  );
}

export const shouldRevalidateScreen: ShouldRevalidateFunction = (args) =>
  args.defaultShouldRevalidate && !isDialogChange(args);

/** Reloads after a conflict, to show the stored version next to the form. */
export const shouldRevalidateConflict: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 404 || args.actionStatus === 409 || shouldRevalidateScreen(args);
