// Which dialog of a screen its address asks for, and what is loaded anew because of it.
import {
  type ShouldRevalidateFunction,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from "react-router";

const MODES = ["add", "edit", "delete", "history"] as const;
/** What in an address is about a dialog, or is shown once and asks nothing more of the server. */
const PASSING = [...MODES, "end", "stop", "change", "draft"];

/** Which dialog of an admin screen the address asks for. */
export type Dialog = { mode: (typeof MODES)[number]; id: number };

/** `?add`, `?edit=ID`, `?delete=ID` or `?history=ID`, or null for none of them. */
export const useDialog = (): Dialog | null => dialogIn(new URLSearchParams(useShownSearch()));

function dialogIn(params: URLSearchParams): Dialog | null {
  const mode = MODES.find((name) => params.has(name));
  return mode ? { mode, id: Number(params.get(mode)) } : null;
}

/**
 * The part of the address behind its path by which an admin screen knows its dialog: that of the way to it, as
 * soon as it is on the way. So a dialog is there before its answer, and gone as soon as its form was carried out.
 */
export function useShownSearch(): string {
  const location = useLocation();
  const navigation = useNavigation();
  const isHere = navigation.state !== "idle" && navigation.location.pathname === location.pathname;
  return (isHere ? navigation.location : location).search;
}

/**
 * Whether somebody only opens or closes a dialog of what the page has, which needs nothing of the server, and
 * works without it. A whole history has to be fetched.
 */
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

/**
 * What a form came into conflict with is shown beside it as it is stored now: the version that is saved,
 * what can be undone, a list without what was deleted. The page does not have that yet. Opening and
 * closing a dialog needs nothing of the server.
 */
export const revalidateConflict: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 404 ||
  args.actionStatus === 409 ||
  (args.defaultShouldRevalidate && !isOnlyDialog(args));
