import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { log } from "#app/platform/log.server.ts";

const TIMEOUT_MS = 10_000;

/** The HTML of a page once nothing in it waits for anything any more, and whether a part of it could not be rendered. */
export function renderWhole(element: ReactNode, nonce: string): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // Without this React moves large boundaries behind a script even when they are ready.
      progressiveChunkSize: 1 << 30,
      onAllReady() {
        clearTimeout(timeout);
        const body = new PassThrough();
        text(body).then((html) => resolve({ html, failed }), reject);
        pipe(body);
      },
      onShellError(error) {
        clearTimeout(timeout);
        reject(error);
      },
      onError(error) {
        failed = true;
        log.error({ error }, "a page could not be rendered");
      },
    });
    const timeout = setTimeout(abort, TIMEOUT_MS);
  });
}
