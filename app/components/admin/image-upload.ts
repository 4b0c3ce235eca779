import { href } from "react-router";
import { IMAGE_LIMIT_BYTES } from "#app/models/image/image.ts";

type UploadAnswer = { ok: true; path: string } | { ok: false; message: string };

/**
 * Uploads an image (specification, sections 5 and 7). `message` says why the file was refused.
 * @throws if the file could not be sent, for example because the login has ended.
 */
export async function uploadImage(file: File, signal: AbortSignal): Promise<UploadAnswer> {
  if (file.size > IMAGE_LIMIT_BYTES)
    return { ok: false, message: "The image is larger than 10 MB. Choose a smaller one." };
  const answer = await fetch(href("/api/objects/upload"), { method: "POST", signal });
  const { uploadURL } = await answer.json();
  // Omits the URL's origin, because the page may have been loaded from a different origin.
  const { pathname, search } = new URL(uploadURL);
  const sent = await fetch(pathname + search, { method: "PUT", body: file, signal });
  // Any other success status may come from a proxy.
  if (sent.status === 201) return { ok: true, path: pathname };
  const { message } = await sent.json();
  return { ok: false, message };
}

export const UPLOAD_FAILED = "The image could not be uploaded. It will be sent when you save the form.";
