import { useLocation, useNavigation } from "react-router";
import { getStylesPart, type StylesPart, useServerRender } from "#app/components/page/server-render.ts";
import { CARD_SIZE } from "#app/sharing/sharing.ts";

const ELEMENT_ID = "styles";
// The browser reads the style sheet from the page, because the scripts do not contain it.
const element = typeof document === "undefined" ? null : document.getElementById(ELEMENT_ID);
const inPage = element?.textContent ?? "";
const partInPage = element?.dataset.part;

/** Inline style sheet, because a request would delay the first paint by a round trip. */
export function Stylesheet() {
  const server = useServerRender();
  return (
    <style id={ELEMENT_ID} data-part={server?.stylesPart ?? partInPage} suppressHydrationWarning>
      {server?.styles ?? inPage}
    </style>
  );
}

/** Loads the next page's style sheet as soon as a client-side navigation begins. */
export function NextPageStyles({ urls }: { urls: Record<StylesPart, string> }) {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;
  const isMissing = (part: StylesPart) => partInPage !== undefined && part !== partInPage;
  return [...new Set([pathname, next].map(getStylesPart))]
    .filter(isMissing)
    .map((part) => <link key={part} rel="stylesheet" href={urls[part]} precedence="part" />);
}

/** Tags for search engines and link previews, which read only the server's HTML. */
export function MetaTags() {
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: every < in this JSON is escaped
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />
      )}
    </>
  );
}
