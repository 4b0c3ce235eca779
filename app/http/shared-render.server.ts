// What the page cache, the loader of a shared page and its rendering tell each other.
import { createContext, type RouterContextProvider } from "react-router";
import { newFormId } from "#app/http/form.server.ts";

export type SharedRender = {
  /** Whether it is the page of everybody who is signed in, or that of everybody else. Nothing more is known of them. */
  isSignedIn: boolean;
  /** The one-time form id of the page that is kept: each visitor gets the page with another one in its place. */
  formId: string;
  /** Whether the page will be another one by itself before a shared cache would ask for it anew. */
  isEnding: boolean;
  /** Whether the page has it. */
  hasForm: boolean;
  /** The page's own inline scripts: its policy has the hash of each. */
  scripts: readonly string[];
};

/** Set by the page cache; null for a page that is made for one visitor. */
export const sharedRenderContext = createContext<SharedRender | null>(null);

/** The one-time id for the form of a page. Not `newFormId`: a shared page would have the same one for everybody. */
export function formIdForPage(context: Readonly<RouterContextProvider>): string {
  const shared = context.get(sharedRenderContext);
  if (!shared) return newFormId();
  shared.hasForm = true;
  return shared.formId;
}
