import { createContext, type RouterContextProvider } from "react-router";
import { newFormId } from "#app/http/form.server.ts";

export type SharedRender = {
  /** True for the version of the page that all signed-in visitors share. */
  isSignedIn: boolean;
  /** Replaced by a new id for each visitor to whom the cached page is sent. */
  formId: string;
  /** True if the page changes before shared caches revalidate it. */
  isEnding: boolean;
  hasForm: boolean;
  /** Inline scripts, whose hashes the page's policy contains. */
  scripts: readonly string[];
};

/** Null for a page rendered for one visitor. */
export const sharedRenderContext = createContext<SharedRender | null>(null);

/** On a shared page, returns a placeholder, because each visitor must receive a different id. */
export function formIdForPage(context: Readonly<RouterContextProvider>): string {
  const shared = context.get(sharedRenderContext);
  if (!shared) return newFormId();
  shared.hasForm = true;
  return shared.formId;
}
