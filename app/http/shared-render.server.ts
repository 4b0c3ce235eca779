import { createContext, type RouterContextProvider } from "react-router";
import { newFormId } from "#app/http/form.server.ts";

export type SharedRender = {
  /** True for the version shared by all signed-in visitors, which contains nothing else about them. */
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

/** Unlike `newFormId`, does not give all visitors of a shared page the same id. */
export function formIdForPage(context: Readonly<RouterContextProvider>): string {
  const shared = context.get(sharedRenderContext);
  if (!shared) return newFormId();
  shared.hasForm = true;
  return shared.formId;
}
