import { useServerRender } from "#app/components/page/server-render.ts";

const ELEMENT_ID = "reference";

/** The id under which the log has a request that failed, to be read out to whoever runs the site. */
export function Reference() {
  const onServer = useServerRender();
  // While hydrating the page still has what the server wrote; after a navigation by script there is none.
  const id = onServer ? onServer.requestId : document.getElementById(ELEMENT_ID)?.textContent;
  if (!id) return null;
  return (
    <p className="mt-4 text-base text-muted">
      Reference: <span id={ELEMENT_ID}>{id}</span>
    </p>
  );
}
