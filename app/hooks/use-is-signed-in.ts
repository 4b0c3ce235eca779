import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** Whether the visitor is signed in, wherever in the page; false also where the root loader failed. */
export function useIsSignedIn(): boolean {
  return useRouteLoaderData<typeof loader>("root")?.isSignedIn ?? false;
}
