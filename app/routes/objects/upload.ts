import { refuseStranger } from "#app/auth/auth.server.ts";
import { ensureJsonError, jsonError, methodNotAllowed } from "#app/http/json.server.ts";
import { readImageBytes } from "#app/http/read-body.server.ts";
import { isUploadUrlValid } from "#app/http/upload-url.server.ts";
import { getImage, storeImage, sweepImagesOrLog } from "#app/models/image/image.server.ts";
import { isImageKey, largerImageKey } from "#app/models/image/image.ts";
import { ImageStoreError } from "#app/models/image/image-store.ts";
import { log } from "#app/platform/log.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";
import type { Route } from "./+types/upload";

export const middleware: Route.MiddlewareFunction[] = [async (_, next) => ensureJsonError(await next())];

/** GET /objects/uploads/{id}: an image, which never changes, so that caches may keep it for ever. */
export async function loader({ params }: Route.LoaderArgs) {
  const { id } = params;
  // Earlier versions did not store the smallest width, for which the next larger one is returned.
  const image = isImageKey(id) ? await findImage(id) : null;
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

async function findImage(id: string): Promise<File | null | "not now"> {
  try {
    return (await getImage(id)) ?? (await getImage(largerImageKey(id)));
  } catch (error) {
    if (!(error instanceof ImageStoreError)) throw error;
    log.error({ error }, "an image could not be read");
    return "not now";
  }
}

/** PUT to a URL from POST /api/objects/upload, authorised by the URL's signature (specification, 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== "PUT") return methodNotAllowed("GET", "HEAD", "PUT");
  if (!isUploadUrlValid(params.id, new URL(request.url))) {
    const refusal = await refuseStranger(request, context);
    if (refusal) return refusal;
    securityEvent("upload-refused", { reason: "address-not-valid" });
    return jsonError(403, "This upload address is invalid or has expired. Choose the image again.");
  }
  const read = await readImageBytes(request);
  if (!read.ok) return jsonError(read.problem.status, read.problem.message);
  const stored = await storeImage(read.value, params.id);
  if (!stored.ok) return jsonError(422, stored.message);
  // Not awaited: the response does not depend on the sweep.
  void sweepImagesOrLog();
  return Response.json({ objectPath: stored.path }, { status: 201 });
}
