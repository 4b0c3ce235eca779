import { randomBytes } from "node:crypto";
import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { DEFERRED_MODULE_ATTRIBUTE } from "#app/components/page/deferred-scripts.tsx";
import { getStylesPart, ServerRenderContext, type StylesPart } from "#app/components/page/server-render.ts";
import { pagePolicy } from "#app/http/security-headers.server.ts";
import { sharedRenderContext } from "#app/http/shared-render.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { startBackgroundWork } from "#app/server/background-work.server.ts";
import { finalizePageScripts } from "#app/server/inline-scripts.server.ts";
import { sharingContext } from "#app/sharing/sharing.server.ts";
import forms from "#app/styles/forms.css?inline";
import landing from "#app/styles/landing.css?inline";
import shared from "#app/styles/public.css?inline";
import "#app/db/connection.server.ts";

/** Complete style sheets of the public pages. The admin screens also load styles/panel.css. */
const styles: Record<StylesPart, string> = { landing: shared + landing, forms: shared + forms };

// For server.js and thread.js.
export { performWork, setThreadFile } from "#app/models/heavy-work.server.ts";
export { createListener } from "#app/server/pipeline.server.ts";
export { refuseUnparsable } from "#app/server/refuse.server.ts";
export { stop } from "#app/server/shutdown.server.ts";
export { env, log, startBackgroundWork };

// The development server has no pipeline.
if (import.meta.env.DEV) startBackgroundWork();

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { statusCode, errors } = routerContext.staticHandlerContext;
  const nonce = randomBytes(16).toString("base64");
  const stylesPart = getStylesPart(new URL(request.url).pathname);
  const { serverHandoffStream, ...inOnePiece } = routerContext;
  // Renders to a string, because streaming takes 50% longer. finalizePageScripts adds the loader data.
  const rendered = renderToString(
    <ServerRenderContext
      value={{
        requestId: requestContext.getStore()?.id ?? null,
        styles: styles[stylesPart],
        stylesPart,
        nonce,
        hasScripts: request.headers.get("Save-Data") !== "on",
        sharing: statusCode === 200 && !errors ? (context.get(sharingContext)?.() ?? null) : null,
      }}
    >
      <ServerRouter context={inOnePiece} url={request.url} nonce={nonce} />
    </ServerRenderContext>,
  );
  const data = inOnePiece.renderMeta?.didRenderScripts ? await new Response(serverHandoffStream).text() : "";
  const { html, scripts } = finalizePageScripts(rendered, {
    nonce,
    data,
    moduleAttribute: DEFERRED_MODULE_ATTRIBUTE,
  });
  const shared = context.get(sharedRenderContext);
  if (shared) shared.scripts = scripts;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", pagePolicy(scripts, [styles[stylesPart]]));
  return new Response(Buffer.from(`<!DOCTYPE html>${html}`), { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  // The access log already records unknown paths and unsupported methods.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error({ error }, "a request failed");
};
