import { createContext, useContext } from "react";
import type { Sharing } from "#app/sharing/sharing.ts";

/** Facts of the request that a page is rendered for; null in the browser. */
type ServerRender = {
  requestId: string | null;
  /** The style sheet that is written into the page, and its name. */
  styles: string;
  stylesPart: StylesPart;
  /** The nonce marks the page's own inline scripts until their hashes are known. */
  nonce: string;
  /** False for a browser that asks to save data: everything works without script. */
  hasScripts: boolean;
  /** Null for a page that is not to be shared or listed. */
  sharing: Sharing | null;
};

export const ServerRenderContext = createContext<ServerRender | null>(null);
export const useServerRender = (): ServerRender | null => useContext(ServerRenderContext);

/** `forms.css` draws all pages but the landing page. */
export type StylesPart = "landing" | "forms";

export const stylesPartOf = (pathname: string): StylesPart => (pathname === "/" ? "landing" : "forms");
