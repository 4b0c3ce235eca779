import {
  type ShouldRevalidateFunction,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from "react-router";

const MODES = ["add", "edit", "delete", "history"] as const;
/** Parameters that open a dialog, or are shown once and need nothing of the server. */
const PASSING = [...MODES, "end", "stop", "change", "draft"];

export type Dialog = { mode: (typeof MODES)[number]; id: number };

/** `?add`, `?edit=ID`, `?delete=ID` or `?history=ID`, or null for none of them. */
export function useDialog(): Dialog | null {
  const params = new URLSearchParams(useShownSearch());
  const mode = MODES.find((name) => params.has(name));
  return mode ? { mode, id: Number(params.get(mode)) } : null;
}

/** The search of the coming address: a dialog opens before its answer, and closes once its form is done. */
export function useShownSearch(): string {
  const location = useLocation();
  const navigation = useNavigation();
  const isHere = navigation.state !== "idle" && navigation.location.pathname === location.pathname;
  return (isHere ? navigation.location : location).search;
}

/** True where a dialog of known data opens or closes: it needs no server. A whole history does. */
export function isOnlyDialog({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  const [current, next] = [currentUrl, nextUrl].map(({ pathname, searchParams }) => {
    const rest = new URLSearchParams(searchParams);
    for (const name of PASSING) rest.delete(name);
    return `${pathname}?${rest}`;
  });
  return (
    formMethod === undefined &&
    current === next &&
    currentUrl.search !== nextUrl.search &&
    !nextUrl.searchParams.has("history")
  );
}

export const revalidateScreen: ShouldRevalidateFunction = (args) =>
  args.defaultShouldRevalidate && !isOnlyDialog(args);

/** After a conflict the page loads the stored version, to show it beside the form. */
export const revalidateConflict: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 404 || args.actionStatus === 409 || revalidateScreen(args);
