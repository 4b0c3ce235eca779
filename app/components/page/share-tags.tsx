import { useServerRender } from "#app/components/page/server-render.ts";
import { CARD_SIZE } from "#app/sharing/paths.ts";

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
