import { Scripts, ScrollRestoration } from "react-router";
import { useServerRender } from "#app/components/server-render.ts";

/**
 * The page's scripts, none of which start before the page has loaded: it is complete without them, and
 * they would compete with its first paint. The server writes the module script as a text (see
 * entry.server.tsx), and this starts it.
 */
export function LateScripts() {
  const onServer = useServerRender();
  if (onServer && !onServer.hasScripts) return null;
  return (
    <>
      <ScrollRestoration />
      <Scripts />
      <script nonce={onServer?.nonce} suppressHydrationWarning>
        {START_AFTER_LOAD}
      </script>
    </>
  );
}

/** How the server marks the module script, and this finds it. */
export const LATE_MODULE = "data-late";

const START_AFTER_LOAD = `addEventListener("load",()=>{let s=document.createElement("script");s.type="module";s.textContent=document.querySelector("script[${LATE_MODULE}]").textContent;document.head.append(s)})`;
