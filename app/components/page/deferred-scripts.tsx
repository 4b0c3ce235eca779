import { Scripts, UNSAFE_useScrollRestoration as useScrollRestoration } from "react-router";
import { useServerRender } from "#app/components/page/server-render.ts";
import { conference, isFromFile } from "#app/conference/conference.ts";
import styles from "./fonts.css?inline";
import file from "./fonts.css?url&no-inline";

/** The style sheet of the fonts, for browsers in which no script brings them. */
const FONT_FILE = file;

const FACE =
  /font-family:\s*"?([^";]+)"?;\s*font-weight:\s*([^;]+);\s*font-display:\s*(\w+);\s*src:\s*url\("?([^")]+)"?\)/g;

/** The same as a script. */
const FONT_SCRIPT = [...styles.matchAll(FACE)]
  .map(
    ([, family, weight, display, url]) =>
      `document.fonts.add(new FontFace("${family}","url(${url})",{weight:"${weight}",display:"${display}"}))`,
  )
  .join(";");

/**
 * The page's fonts and scripts, none of which are fetched before the page is painted: it is complete
 * without them, and they would compete with it. The server writes the module script as a text (see
 * entry.server.tsx), and this starts it. Where script is blocked, the fonts come at the end of the page.
 */
export function DeferredScripts() {
  const onServer = useServerRender();
  if (onServer && !onServer.hasScripts) return null;
  return (
    <>
      <noscript>
        <link rel="stylesheet" href={FONT_FILE} />
      </noscript>
      <ConferenceData />
      <RestoredScroll />
      <Scripts />
      {/* One script: each costs a hash in the policy of the page. */}
      <script nonce={onServer?.nonce} suppressHydrationWarning>
        {/* The browser has it in the page. */}
        {import.meta.env.SSR ? RESTORE_EARLY + IGNORE_HALF_CLICK + START_AFTER_PAINT : ""}
      </script>
    </>
  );
}

/** The facts of a CONFERENCE_FILE for the scripts of the page, which were built without it. */
function ConferenceData() {
  if (!isFromFile) return null;
  return (
    <script
      type="application/json"
      id="conference"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a text in a script element is not escaped otherwise
      dangerouslySetInnerHTML={{ __html: JSON.stringify(conference).replaceAll("<", "\\u003c") }}
      suppressHydrationWarning
    />
  );
}

/**
 * React Router's own component without its script in the page, which throws where a browser with its cookies off
 * refuses all storage.
 */
function RestoredScroll() {
  useScrollRestoration({});
  return null;
}

// As React Router does it: a key for the entry of a document, or how far the entry with this key was scrolled.
const RESTORE_EARLY = `try{let k=history.state?.key,y=k?JSON.parse(sessionStorage["react-router-scroll-positions"])[k]:history.replaceState({key:""+Math.random()},"");y>=0&&scrollTo(0,y)}catch{}`;

/** How the server marks the module script, and this finds it. */
export const DEFERRED_MODULE = "data-late";

/**
 * The second half of a double click does nothing to what has come under the pointer with the answer to the first, and
 * takes no focus from it; nor does that of a double click on the page before.
 */
const IGNORE_HALF_CLICK = `{let c,h=1,i=e=>{h&&e.detail>1&&e.preventDefault()};onmousedown=e=>{e.detail<2&&(c=e.target);h=c!=e.target;i(e)};addEventListener("click",i,1)}`;

// A frame is asked for before it is painted, so it is the second one that comes after the first paint.
const START_AFTER_PAINT = `addEventListener("load",()=>requestAnimationFrame(()=>requestAnimationFrame(()=>{${FONT_SCRIPT};let s=document.createElement("script");s.type="module";s.textContent=document.querySelector("script[${DEFERRED_MODULE}]").textContent;document.head.append(s)})))`;
