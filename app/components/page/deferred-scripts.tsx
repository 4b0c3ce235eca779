import { Scripts, UNSAFE_useScrollRestoration as useScrollRestoration } from "react-router";
import { useHydrated } from "#app/components/page/loaded-document.ts";
import { useServerRender } from "#app/components/page/server-render.ts";
import { conference, isConferenceFromFile, publicConference } from "#app/conference/conference.ts";
import styles from "./fonts.css?inline";
import file from "./fonts.css?url&no-inline";
import printFile from "./print.css?url";

const FONT_FILE = file;

const FACE =
  /font-family:\s*"?([^";]+)"?;\s*font-weight:\s*([^;]+);\s*font-display:\s*(\w+);\s*src:\s*url\("?([^")]+)"?\)/g;

const FONT_SCRIPT = [...styles.matchAll(FACE)]
  .map(
    ([, family, weight, display, url]) =>
      `document.fonts.add(new FontFace("${family}","url(${url})",{weight:"${weight}",display:"${display}"}))`,
  )
  .join(";");

/** Loads fonts, scripts and print styles after the first paint. */
export function DeferredScripts() {
  const onServer = useServerRender();
  const isHydrated = useHydrated();
  const print = <link rel="stylesheet" media="print" href={printFile} />;
  if (onServer && !onServer.hasScripts) return print;
  return (
    <>
      <noscript>
        <link rel="stylesheet" href={FONT_FILE} />
        {print}
      </noscript>
      {isHydrated && print}
      <ConferenceData />
      <RestoredScroll />
      <Scripts />
      {/* A single script, because the content security policy needs a hash for each script. */}
      <script nonce={onServer?.nonce} suppressHydrationWarning>
        {/* Not rendered in the browser, because the server's HTML already contains the script. */}
        {import.meta.env.SSR ? RESTORE_EARLY + IGNORE_HALF_CLICK + START_AFTER_PAINT : ""}
      </script>
    </>
  );
}

/** Data from the CONFERENCE_FILE, which is read at runtime, after the scripts are built. */
function ConferenceData() {
  if (!isConferenceFromFile) return null;
  return (
    <script
      type="application/json"
      id="conference"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React would not escape text in a script element
      dangerouslySetInnerHTML={{
        __html: JSON.stringify(publicConference(conference)).replaceAll("<", "\\u003c"),
      }}
      suppressHydrationWarning
    />
  );
}

/** Replaces ScrollRestoration, whose inline script throws if the browser blocks storage. */
function RestoredScroll() {
  useScrollRestoration({});
  return null;
}

// Restores a history entry's scroll position or gives the entry a key, as ScrollRestoration does.
const RESTORE_EARLY = `try{let k=history.state?.key,y=k?JSON.parse(sessionStorage["react-router-scroll-positions"])[k]:history.replaceState({key:""+Math.random()},"");y>=0&&scrollTo(0,y)}catch{}`;

/** Attribute of the module script in the server's HTML. */
export const DEFERRED_MODULE_ATTRIBUTE = "data-late";

/** Ignores a double click's second click if the first moved another control under the pointer. */
const IGNORE_HALF_CLICK = `{let c,h=1,i=e=>{h&&e.detail>1&&e.preventDefault()};onmousedown=e=>{e.detail<2&&(c=e.target);h=c!=e.target;i(e)};addEventListener("click",i,1)}`;

// Waits for two frames, because the second follows the first paint.
const START_AFTER_PAINT = `addEventListener("load",()=>requestAnimationFrame(()=>requestAnimationFrame(()=>{${FONT_SCRIPT};let s=document.createElement("script");s.type="module";s.textContent=document.querySelector("script[${DEFERRED_MODULE_ATTRIBUTE}]").textContent;document.head.append(s)})))`;
