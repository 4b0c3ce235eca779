import { Scripts, UNSAFE_useScrollRestoration as useScrollRestoration } from "react-router";
import { useServerRender } from "#app/components/page/server-render.ts";
import { conference, isFromFile } from "#app/conference/conference.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import styles from "./fonts.css?inline";
import file from "./fonts.css?url&no-inline";
import printFile from "./print.css?url";

/** For browsers in which no script brings the fonts. */
const FONT_FILE = file;

const FACE =
  /font-family:\s*"?([^";]+)"?;\s*font-weight:\s*([^;]+);\s*font-display:\s*(\w+);\s*src:\s*url\("?([^")]+)"?\)/g;

const FONT_SCRIPT = [...styles.matchAll(FACE)]
  .map(
    ([, family, weight, display, url]) =>
      `document.fonts.add(new FontFace("${family}","url(${url})",{weight:"${weight}",display:"${display}"}))`,
  )
  .join(";");

/** Fonts, scripts and print styles are fetched after the first paint. The server writes the module script as a text. */
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
      {/* Each script costs a hash in the policy of the page. */}
      <script nonce={onServer?.nonce} suppressHydrationWarning>
        {/* The browser has it in the page. */}
        {import.meta.env.SSR ? RESTORE_EARLY + IGNORE_HALF_CLICK + START_AFTER_PAINT : ""}
      </script>
    </>
  );
}

/** The scripts were built without the CONFERENCE_FILE. */
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

/** React Router's own script in the page throws in a browser that refuses all storage. */
function RestoredScroll() {
  useScrollRestoration({});
  return null;
}

// As in React Router: a key for the entry of a document, or the entry's scroll position.
const RESTORE_EARLY = `try{let k=history.state?.key,y=k?JSON.parse(sessionStorage["react-router-scroll-positions"])[k]:history.replaceState({key:""+Math.random()},"");y>=0&&scrollTo(0,y)}catch{}`;

/** The server marks the module script with it. */
export const DEFERRED_MODULE = "data-late";

/** The second half of a double click does nothing to a control that the first half has brought there. */
const IGNORE_HALF_CLICK = `{let c,h=1,i=e=>{h&&e.detail>1&&e.preventDefault()};onmousedown=e=>{e.detail<2&&(c=e.target);h=c!=e.target;i(e)};addEventListener("click",i,1)}`;

// The second frame is the one after the first paint.
const START_AFTER_PAINT = `addEventListener("load",()=>requestAnimationFrame(()=>requestAnimationFrame(()=>{${FONT_SCRIPT};let s=document.createElement("script");s.type="module";s.textContent=document.querySelector("script[${DEFERRED_MODULE}]").textContent;document.head.append(s)})))`;
