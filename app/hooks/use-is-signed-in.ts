import { useRouteLoaderData } from "react-router";

/** What the root's loader says of the visitor. */
export type Visitor = { isSignedIn: boolean };

/** Whether the visitor is signed in, wherever in the page; false also where the root loader failed. */
export function useIsSignedIn(): boolean {
  return useRouteLoaderData<Visitor>("root")?.isSignedIn ?? false;
}
