import { useServerRender } from "#app/components/page/server-render.ts";

const ELEMENT_ID = "styles";
// The browser has it already, in the page; the scripts need not bring it again.
const inPage =
  typeof document === "undefined" ? "" : (document.getElementById(ELEMENT_ID)?.textContent ?? "");

/** The style sheet, in the page itself: a second request would hold up the first paint by a round trip. */
export function Stylesheet() {
  const styles = useServerRender()?.styles ?? inPage;
  return (
    <style id={ELEMENT_ID} suppressHydrationWarning>
      {styles}
    </style>
  );
}
