import { createUploadUrl } from "#app/http/upload-url.server.ts";

/** POST /api/objects/upload: returns a URL to which one image can be PUT (specification, section 7). */
export const action = () => Response.json({ uploadURL: createUploadUrl() });
