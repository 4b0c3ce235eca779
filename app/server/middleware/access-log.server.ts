import { isImageKey } from "#app/models/image/image.ts";
import { log } from "#app/platform/log.server.ts";
import { type Middleware, onResponseDone } from "#app/server/middleware.server.ts";
import type { Site } from "#app/server/site.server.ts";

/** Logs one line per request. Hides path segments that no route contains: they may be personal. */
export function accessLog({ routes }: Site): Middleware {
  const ownWords = new Set(["assets", "_root", "__manifest", "metrics"]);
  for (const route of Object.values(routes)) {
    for (const word of route?.path?.split("/") ?? []) ownWords.add(word);
  }
  const isOwnPart = (part: string) =>
    ownWords.has(part) || isImageKey(part) || /^\d{1,6}(\.ics|\.png)?$/.test(part);

  const loggedPath = (url: string): string =>
    (url.split("?", 1)[0] ?? "")
      .slice(0, 200)
      .replace(/[^/]+/g, (part) => (isOwnPart(part.replace(/\.data$/, "")) ? part : "…"));

  return ({ method, url = "" }, response, next) => {
    onResponseDone(response, ({ status, ms }) =>
      log.info({ method, path: loggedPath(url), status, ms: Math.round(ms * 10) / 10 }, "request"),
    );
    return next();
  };
}
