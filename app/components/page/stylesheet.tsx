import { useLocation, useNavigation } from "react-router";
import { useServerRender } from "#app/components/page/server-render.ts";
import { type StylesPart, stylesPartOf } from "#app/components/page/styles-part.ts";

const ELEMENT_ID = "styles";
// The browser has it already, in the page; the scripts need not bring it again.
const element = typeof document === "undefined" ? null : document.getElementById(ELEMENT_ID);
const inPage = element?.textContent ?? "";
const partInPage = element?.dataset.part;

/** The style sheet, in the page itself: a second request would hold up the first paint by a round trip. */
export function Stylesheet() {
  const server = useServerRender();
  return (
    <style id={ELEMENT_ID} data-part={server?.stylesPart ?? partInPage} suppressHydrationWarning>
      {server?.styles ?? inPage}
    </style>
  );
}

/** What a page that script leads to has beside the one that was loaded, asked for as soon as it is on its way. */
export function StylesOfNextPage({ urls }: { urls: Record<StylesPart, string> }) {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;
  const isMissing = (part: StylesPart) => partInPage !== undefined && part !== partInPage;
  return [...new Set([pathname, next].map(stylesPartOf))]
    .filter(isMissing)
    .map((part) => <link key={part} rel="stylesheet" href={urls[part]} precedence="part" />);
}
