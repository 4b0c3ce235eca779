import { createContext, type RouterContextProvider } from "react-router";
import { newFormId } from "#app/http/form.server.ts";

export type SharedRender = {
  /** True for the version of the page that all logged-in visitors share. */
  isLoggedIn: boolean;
  /** Placeholder, replaced with a new id for each visitor who receives the cached page. */
  formId: string;
  /** True if the page changes before shared caches revalidate it. */
  isEnding: boolean;
  hasForm: boolean;
  /** Inline scripts. The page's policy contains their hashes. */
  scripts: readonly string[];
};

/** Null for a page rendered for one visitor. */
export const sharedRenderContext = createContext<SharedRender | null>(null);

/** Returns a form id or, on a shared page, a placeholder for each visitor's own id. */
export function formIdForPage(context: Readonly<RouterContextProvider>): string {
  const shared = context.get(sharedRenderContext);
  if (!shared) return newFormId();
  shared.hasForm = true;
  return shared.formId;
}
