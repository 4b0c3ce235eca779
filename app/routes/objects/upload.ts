import { refuseUnauthorized } from "#app/auth/auth.server.ts";
import { markPublicResponse } from "#app/http/cache-policy.server.ts";
import { ensureJsonError, jsonError } from "#app/http/json.server.ts";
import { readImageBytes } from "#app/http/read-body.server.ts";
import { isUploadUrlValid } from "#app/http/upload-url.server.ts";
import { getImage, storeImage, sweepImagesOrLog } from "#app/models/image/image.server.ts";
import { isImageKey } from "#app/models/image/image.ts";
import { ImageStoreError } from "#app/models/image/s3-store.server.ts";
import { log } from "#app/platform/log.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";
import type { Route } from "./+types/upload";

export const middleware: Route.MiddlewareFunction[] = [
  markPublicResponse,
  async (_, next) => ensureJsonError(await next()),
];

/** GET /objects/uploads/{id}: an image. It never changes, so caches may keep it indefinitely. */
export async function loader({ params }: Route.LoaderArgs) {
  const { id } = params;
  const image = isImageKey(id) ? await getImage(id).catch(noteFailure) : null;
  if (image === "not now") return jsonError(503, "Images cannot be reached at the moment.");
  if (!image) return jsonError(404, "There is no image at this address.");
  return new Response(await image.arrayBuffer(), {
    headers: {
      "Content-Type": "image/webp",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Accept-Ranges": "none",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}

function noteFailure(error: unknown): "not now" {
  if (!(error instanceof ImageStoreError)) throw error;
  log.error({ error }, "an image could not be read");
  return "not now";
}

/** PUT to a signed URL from POST /api/objects/upload. No login is needed (specification, section 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (!isUploadUrlValid(params.id, new URL(request.url))) {
    const refusal = await refuseUnauthorized(request, context, "program:write");
    if (refusal) return refusal;
    logSecurityEvent("upload-refused", { reason: "address-not-valid" });
    return jsonError(403, "This upload URL is invalid or has expired. Choose the image again.");
  }
  const read = await readImageBytes(request);
  if (!read.ok) return jsonError(read.problem.status, read.problem.message);
  const stored = await storeImage(read.value, params.id);
  if (!stored.ok) return jsonError(422, stored.message);
  // Not awaited, because the response does not depend on the removal of unused images.
  void sweepImagesOrLog();
  return Response.json({ objectPath: stored.path }, { status: 201 });
}
