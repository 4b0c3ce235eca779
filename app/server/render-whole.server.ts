import { Writable } from "node:stream";
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
        pipe(collect((html) => resolve({ html, failed })));
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

/** Takes all that is written to it, without ever asking React to wait. */
function collect(done: (text: string) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    write(chunk: Uint8Array, _, next) {
      chunks.push(chunk);
      next();
    },
    final(end) {
      done(Buffer.concat(chunks).toString());
      end();
    },
  });
}
