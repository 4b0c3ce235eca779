import { createHash, randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
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
import { startMail } from "#app/mail/mail.server.ts";
import { startStatusWorker } from "#app/models/delegate/status-worker.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isForeignOrigin, log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";
import { startUpkeep } from "#app/server/upkeep.server.ts";
import { sharingContext } from "#app/sharing/sharing.server.ts";
import { styles } from "#app/styles/styles.server.ts";
import "#app/db/connection.server.ts";

export { standInFront } from "#app/server/front.server.ts";

/** Read by server.js: the only host whose pages may post forms here. */
export const allowedActionOrigins = [new URL(env.SITE_ORIGIN).host];

// The development server has no front of ours that would do it.
if (import.meta.env.DEV) {
  startMail();
  startUpkeep();
  startStatusWorker();
}

const RENDER_LIMIT_MS = 10_000;

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
  const { html, scriptHashes } = hashOwnScripts(holdBackScripts(rendered.html), nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", pagePolicy(scriptHashes, STYLE_HASHES));
  return new Response(html, { status: rendered.failed ? 500 : status, headers });
}

function renderWhole(element: React.ReactNode, nonce: string): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // Without this React moves large boundaries behind a script even when they are ready.
      progressiveChunkSize: 1 << 30,
      onAllReady() {
        clearTimeout(limit);
        const body = new PassThrough();
        text(body).then((html) => resolve({ html, failed }), reject);
        pipe(body);
      },
      onShellError(error) {
        clearTimeout(limit);
        reject(error);
      },
      onError(error) {
        failed = true;
        log.error({ error }, "a page could not be rendered");
      },
    });
    const limit = setTimeout(abort, RENDER_LIMIT_MS);
  });
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");
const STYLE_HASHES = [sha256(styles)];

/**
 * Nothing of the scripts is asked for before the page is there: the module script becomes a text, which
 * DeferredScripts starts after the page has loaded, and the hints to fetch its parts early go.
 */
const holdBackScripts = (html: string): string =>
  html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(/ type="module" async=""/, ` type="text/plain" ${DEFERRED_MODULE}=""`);

/**
 * Exchanges the nonce of this render for hashes. Only scripts that carry the nonce, which nobody
 * outside this render could know, are hashed: a script that came in as somebody's text is not.
 */
function hashOwnScripts(html: string, nonce: string): { html: string; scriptHashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const scriptHashes = new Set<string>();
  const ownScript = /<script([^>]*)>([\s\S]*?)<\/script>/g;
  for (const [, attributes = "", body = ""] of html.matchAll(ownScript)) {
    if (attributes.includes(mark) && body !== "") {
      scriptHashes.add(sha256(body));
    }
  }
  return { html: html.replaceAll(mark, ""), scriptHashes: [...scriptHashes] };
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  // Wrong paths and methods are the sender's business; the access log has them.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isForeignOrigin(error)) securityEvent("cross-site-refused", {});
  log.error({ error }, "a request failed");
};
