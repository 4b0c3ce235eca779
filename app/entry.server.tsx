import { randomBytes } from "node:crypto";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { DEFERRED_MODULE } from "#app/components/page/deferred-scripts.tsx";
import { ServerRenderContext } from "#app/components/page/server-render.ts";
import { pagePolicy } from "#app/http/security-headers.server.ts";
import { sharedRenderContext } from "#app/http/shared-render.server.ts";
import { isForeignOrigin, log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";
import { startBackgroundWork } from "#app/server/background-work.server.ts";
import { deferModuleScript, takeInlineScripts } from "#app/server/inline-scripts.server.ts";
import { renderWhole } from "#app/server/render-whole.server.ts";
import { sharingContext } from "#app/sharing/sharing.server.ts";
import { styles } from "#app/styles/styles.server.ts";
import "#app/db/connection.server.ts";

/** What server.js, and the tests, serve this build with. */
export { installPipeline, withPipeline } from "#app/server/install.server.ts";

// The development server has no pipeline that would do it.
if (import.meta.env.DEV) startBackgroundWork();

/** Renders a page whole: nothing in it waits for a script, and its policy knows each inline script. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { statusCode, errors } = routerContext.staticHandlerContext;
  const nonce = randomBytes(16).toString("base64");
  const rendered = await renderWhole(
    <ServerRenderContext
      value={{
        requestId: requestContext.getStore()?.id ?? null,
        styles,
        nonce,
        hasScripts: request.headers.get("Save-Data") !== "on",
        sharing: statusCode === 200 && !errors ? (context.get(sharingContext)?.() ?? null) : null,
      }}
    >
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </ServerRenderContext>,
    nonce,
  );
  const { html, scripts } = takeInlineScripts(deferModuleScript(rendered.html, DEFERRED_MODULE), nonce);
  const shared = context.get(sharedRenderContext);
  if (shared) shared.scripts = scripts;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", pagePolicy(scripts, [styles]));
  return new Response(html, { status: rendered.failed ? 500 : status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  // Wrong paths and methods are the sender's business; the access log has them.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isForeignOrigin(error)) securityEvent("cross-site-refused", {});
  log.error({ error }, "a request failed");
};
