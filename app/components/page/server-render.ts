import { createContext, useContext } from "react";
import type { Sharing } from "#app/sharing/sharing.ts";

/** What a page has of the request it is rendered for; null in the browser. */
type ServerRender = {
  /** The id of the request, which the log has too. */
  requestId: string | null;
  /** The style sheet, to be written into the page, and which it is. */
  styles: string;
  stylesPart: StylesPart;
  /** Marks the page's own inline scripts until their hashes are known. */
  nonce: string;
  /** False for a browser that asks to save data: everything works without script. */
  hasScripts: boolean;
  /** What the page says of itself to whoever shares or lists it; null for one that is not to be. */
  sharing: Sharing | null;
};

export const ServerRenderContext = createContext<ServerRender | null>(null);
export const useServerRender = (): ServerRender | null => useContext(ServerRenderContext);

/** What is drawn with `landing.css`, and what with `forms.css`: all other pages. */
export type StylesPart = "landing" | "forms";

export const stylesPartOf = (pathname: string): StylesPart => (pathname === "/" ? "landing" : "forms");
