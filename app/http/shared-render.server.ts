import { createContext, type RouterContextProvider } from "react-router";
import { newFormId } from "#app/http/form.server.ts";

export type SharedRender = {
  /** True for the page of all who are signed in. Nothing more is known of the visitor. */
  isSignedIn: boolean;
  /** Each visitor gets the kept page with another id in its place. */
  formId: string;
  /** True where the page changes by itself before a shared cache asks again. */
  isEnding: boolean;
  /** True where the page has the id in it. */
  hasForm: boolean;
  /** Inline scripts: the page's policy has the hash of each. */
  scripts: readonly string[];
};

/** Null for a page that is made for one visitor. */
export const sharedRenderContext = createContext<SharedRender | null>(null);

/** With `newFormId` all visitors of a shared page would have the same id. */
export function formIdForPage(context: Readonly<RouterContextProvider>): string {
  const shared = context.get(sharedRenderContext);
  if (!shared) return newFormId();
  shared.hasForm = true;
  return shared.formId;
}
