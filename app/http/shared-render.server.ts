import { createContext, type RouterContextProvider } from "react-router";
import { newFormId } from "#app/http/form.server.ts";

export type SharedRender = {
  /** True for the page shared by all who are signed in; nothing else about the visitor is known. */
  isSignedIn: boolean;
  /** Replaced by a new id for each visitor who receives the cached page. */
  formId: string;
  /** True if the page changes before a shared cache revalidates. */
  isEnding: boolean;
  hasForm: boolean;
  /** Inline scripts, whose hashes are in the page's policy. */
  scripts: readonly string[];
};

/** Null for a page rendered for one visitor. */
export const sharedRenderContext = createContext<SharedRender | null>(null);

/** Unlike `newFormId`, which would give all visitors of a shared page the same id. */
export function formIdForPage(context: Readonly<RouterContextProvider>): string {
  const shared = context.get(sharedRenderContext);
  if (!shared) return newFormId();
  shared.hasForm = true;
  return shared.formId;
}
