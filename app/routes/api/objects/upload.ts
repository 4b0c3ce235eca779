import { methodNotAllowed } from "#app/http/json.server.ts";
import { createUploadUrl } from "#app/http/upload-url.server.ts";
import type { Route } from "./+types/upload";

export const loader = () => methodNotAllowed("POST");

/** POST /api/objects/upload: returns a URL to which one image can be PUT (specification, section 7). */
export async function action({ request }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed("POST");
  return Response.json({ uploadURL: createUploadUrl() });
}
