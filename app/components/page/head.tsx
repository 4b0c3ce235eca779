// What stands in the head of a page.
import { useLocation, useNavigation } from "react-router";
import { type StylesPart, stylesPartOf, useServerRender } from "#app/components/page/server-render.ts";
import { CARD_SIZE } from "#app/sharing/sharing.ts";

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

/**
 * The canonical address, the Open Graph and Twitter card and the schema.org data of a page. Whoever reads
 * them reads the document alone, so the browser neither makes them anew nor carries the code for it. The
 * data is left out where data is to be saved.
 */
export function ShareTags() {
  const onServer = useServerRender();
  if (!onServer?.sharing) return null;
  const { url, title, description, image, imageAlt, jsonLd } = onServer.sharing;
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content={String(CARD_SIZE.width)} />
      <meta property="og:image:height" content={String(CARD_SIZE.height)} />
      <meta property="og:image:alt" content={imageAlt} />
      <meta name="twitter:card" content="summary_large_image" />
      {jsonLd && onServer.hasScripts && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose every < is escaped
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />
      )}
    </>
  );
}
