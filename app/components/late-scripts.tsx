import { Scripts, ScrollRestoration } from "react-router";
import { ConferenceData } from "#app/components/conference-data.tsx";
import { FONT_FILE, FONT_SCRIPT } from "#app/components/fonts.ts";
import { useServerRender } from "#app/components/server-render.ts";

/**
 * The page's fonts and scripts, none of which are fetched before the page is painted: it is complete
 * without them, and they would compete with it. The server writes the module script as a text (see
 * entry.server.tsx), and this starts it. Where script is blocked, the fonts come at the end of the page.
 */
export function LateScripts() {
  const onServer = useServerRender();
  if (onServer && !onServer.hasScripts) return null;
  return (
    <>
      <noscript>
        <link rel="stylesheet" href={FONT_FILE} />
      </noscript>
      <ConferenceData />
      <ScrollRestoration />
      <Scripts />
      <script nonce={onServer?.nonce} suppressHydrationWarning>
        {START_AFTER_PAINT}
      </script>
    </>
  );
}

/** How the server marks the module script, and this finds it. */
export const LATE_MODULE = "data-late";

// A frame is asked for before it is painted, so it is the second one that comes after the first paint.
const START_AFTER_PAINT = `addEventListener("load",()=>requestAnimationFrame(()=>requestAnimationFrame(()=>{${FONT_SCRIPT};let s=document.createElement("script");s.type="module";s.textContent=document.querySelector("script[${LATE_MODULE}]").textContent;document.head.append(s)})))`;
