import { href } from "react-router";
import { IMAGE_LIMIT_BYTES } from "#app/models/image/image.ts";

type UploadAnswer = { ok: true; path: string } | { ok: false; message: string };

/**
 * Uploads an image (specification, sections 5 and 7). `message` says why the file was refused.
 * @throws if the file could not be sent, for example because the login has ended.
 */
export async function uploadImage(
  file: File,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<UploadAnswer> {
  if (file.size > IMAGE_LIMIT_BYTES)
    return { ok: false, message: "The image is larger than 10 MB. Choose a smaller one." };
  const answer = await fetch(href("/api/objects/upload"), { method: "POST", signal });
  const { uploadURL } = await answer.json();
  // Omits the URL's origin, because the page may have been loaded from a different origin.
  const { pathname, search } = new URL(uploadURL);
  const { status, responseText } = await put(file, pathname + search, signal, onProgress);
  // Any other success status may come from a proxy.
  if (status === 201) return { ok: true, path: pathname };
  const { message } = JSON.parse(responseText);
  return { ok: false, message };
}

/** Uses XMLHttpRequest, because fetch does not report the progress. */
function put(
  file: File,
  url: string,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const sent = new XMLHttpRequest();
    sent.open("PUT", url);
    sent.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    sent.onload = () => resolve(sent);
    sent.onerror = reject;
    sent.onabort = reject;
    signal.addEventListener("abort", () => sent.abort());
    sent.send(file);
  });
}

export const UPLOAD_FAILED = "The image could not be uploaded. It will be sent when you save the form.";
