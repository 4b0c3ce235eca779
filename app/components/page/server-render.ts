import { createContext, useContext } from "react";
import type { SharingData } from "#app/sharing/sharing.ts";

/** Data about the request that is being rendered. */
type ServerRender = {
  requestId: string | null;
  styles: string;
  stylesPart: StylesPart;
  /** Marks the page's own inline scripts until their hashes are known. */
  nonce: string;
  /** False if the browser sent `Save-Data`. Pages also work without JavaScript. */
  hasScripts: boolean;
  /** Null for pages that must not be shared or indexed. */
  sharing: SharingData | null;
};

export const ServerRenderContext = createContext<ServerRender | null>(null);
export const useServerRender = (): ServerRender | null => useContext(ServerRenderContext);

/** `forms` is for every page except the landing page. */
export type StylesPart = "landing" | "forms";

export const getStylesPart = (pathname: string): StylesPart => (pathname === "/" ? "landing" : "forms");
