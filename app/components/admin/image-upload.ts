import { href } from "react-router";
import { IMAGE_LIMIT_BYTES } from "#app/models/image/image.ts";

/** Uploads an image and returns its path (specification, sections 5 and 7). */
export async function uploadImage(file: File, signal: AbortSignal, onProgress: (percent: number) => void) {
  if (file.size > IMAGE_LIMIT_BYTES) throw new Error("The image is larger than 10 MB. Choose a smaller one.");
  const answer = await fetch(href("/api/objects/upload"), { method: "POST", signal });
  if (isLoginEnded(answer.status, answer.headers.get("Content-Type"))) throw LOGIN_ENDED;
  if (!answer.ok) throw new Error(await messageOf(answer));
  const { uploadURL } = await answer.json();
  signal.throwIfAborted();
  // Omits the URL's origin, because the page may have been loaded from a different origin.
  const { pathname, search } = new URL(uploadURL);
  await new Promise<void>((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open("PUT", pathname + search);
    sent.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    sent.onload = () => {
      // Any other success status may come from a proxy.
      if (sent.status === 201) resolve();
      else reject(new Error(readMessage(sent.responseText)));
    };
    sent.onerror = () => reject(new Error(UPLOAD_FAILED));
    sent.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => sent.abort());
    sent.send(file);
  });
  return pathname;
}

export async function saveSpeakerImage(
  { id, seen }: { id: number; seen: string },
  imageURL: string,
): Promise<string> {
  const version = new Date(Number(seen)).toISOString();
  const answer = await fetch(href("/api/speakers/:id/image", { id: String(id) }), {
    method: "PUT",
    headers: { "Content-Type": "application/json", "If-Match": `"${version}"` },
    body: JSON.stringify({ imageURL }),
  }).catch(() => null);
  if (answer && isLoginEnded(answer.status, answer.headers.get("Content-Type"))) throw LOGIN_ENDED;
  if (!answer?.ok)
    throw new Error(
      `${SAVE_ERRORS[answer?.status ?? 0] ?? "The speaker could not be updated."} ${PHOTO_KEPT}`,
    );
  return String(Date.parse((answer.headers.get("ETag") ?? "").replaceAll('"', "")));
}

export const LOGIN_ENDED = Symbol("The login has ended");

/** Checks the content type too, because a captive portal's login page is HTML. */
const isLoginEnded = (status: number, type: string | null): boolean =>
  status === 401 && type?.startsWith("application/json") === true;

const PHOTO_KEPT = "The photo is kept in this form and will be saved with it.";
const SAVE_ERRORS: Record<number, string> = {
  404: "This speaker was deleted while you were editing.",
  412: "This speaker was saved elsewhere while you were editing.",
};

export const UPLOAD_FAILED =
  "The image could not be uploaded. Choose it again, or save the form to send the image with it.";

const messageOf = async (answer: Response) => readMessage(await answer.text());

function readMessage(body: string): string {
  try {
    return JSON.parse(body).message;
  } catch {
    return UPLOAD_FAILED;
  }
}
