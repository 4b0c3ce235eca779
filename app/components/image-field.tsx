import { useRef, useState } from "react";
import { Field } from "#app/components/field.tsx";
import { Toast } from "#app/components/toast.tsx";
import { isUnanswered } from "#app/http/unanswered.ts";
import { IMAGE_LIMIT_BYTES } from "#app/models/image.ts";

type Upload =
  | { state: "idle" }
  | { state: "sending"; percent: number }
  | { state: "done" }
  | { state: "failed"; message: string };

/**
 * A speaker's image. Without script the form sends the file. With script it is uploaded when it is chosen,
 * with one PUT and its progress, and a speaker being edited has it at once (specification, 5 and 7).
 */
export function ImageField({
  id,
  label,
  error,
  defaultValue,
  speakerId,
  currentUrl,
}: {
  id: string;
  label: string;
  error: string | undefined;
  /** The path of an image that was uploaded before the form came back. */
  defaultValue: string | undefined;
  speakerId: number | null;
  currentUrl: string | null;
}) {
  const [path, setPath] = useState(defaultValue ?? "");
  const [upload, setUpload] = useState<Upload>({ state: "idle" });
  const input = useRef<HTMLInputElement>(null);
  const shownUrl = path || currentUrl;

  async function send(file: File) {
    setUpload({ state: "sending", percent: 0 });
    try {
      const uploaded = await uploadImage(file, (percent) => setUpload({ state: "sending", percent }));
      if (speakerId !== null) await setImageOf(speakerId, uploaded);
      setPath(uploaded);
      setUpload({ state: "done" });
      // The form has the path now; the file need not travel again.
      if (input.current) input.current.value = "";
    } catch (problem) {
      const isOurs = problem instanceof Error && !isUnanswered(problem);
      setUpload({ state: "failed", message: isOurs ? problem.message : NOT_UPLOADED });
    }
  }

  return (
    <>
      {/* A speaker being edited has the image at once; one being added would lose it. */}
      <input
        type="hidden"
        name="imageUrl"
        value={path}
        data-answer={speakerId === null ? "unsaved" : undefined}
      />
      <Field
        id={id}
        label={label}
        isOptional
        error={upload.state === "failed" ? upload.message : error}
        hint="JPEG, PNG or WebP, at most 10 MB. Left blank, the image stays as it is."
      >
        {(ties) => (
          <>
            {shownUrl && (
              <img
                src={shownUrl}
                alt="As it is now"
                width={96}
                height={96}
                className="mb-2 size-24 object-cover"
              />
            )}
            <input
              ref={input}
              className="input"
              type="file"
              name="image"
              accept="image/jpeg,image/png,image/webp"
              onChange={(event) => event.target.files?.[0] && send(event.target.files[0])}
              {...ties}
            />
          </>
        )}
      </Field>
      {upload.state === "sending" && (
        <p className="mb-6">
          <label>
            Uploading: {upload.percent} %
            <progress className="mt-1 block w-full" max={100} value={upload.percent} />
          </label>
        </p>
      )}
      {upload.state === "done" && (
        <Toast type="success" message="Success" description="Image uploaded successfully!" />
      )}
      {upload.state === "failed" && (
        <Toast
          key={upload.message}
          type="error"
          message="Error"
          description="Failed to update speaker image."
        />
      )}
    </>
  );
}

/** Asks for an address and PUTs the file there; answers the path of the image. */
async function uploadImage(file: File, onProgress: (percent: number) => void): Promise<string> {
  if (file.size > IMAGE_LIMIT_BYTES) throw new Error("The image is larger than 10 MB. Choose a smaller one.");
  const answer = await fetch("/api/objects/upload", { method: "POST" });
  if (!answer.ok) throw new Error(await messageOf(answer));
  const { uploadURL } = await answer.json();
  // Where the site is reached by another name than its own, the upload has to stay on that name.
  const { pathname, search } = new URL(uploadURL);
  await new Promise<void>((resolve, reject) => {
    // fetch knows nothing of progress.
    const sent = new XMLHttpRequest();
    sent.open("PUT", pathname + search);
    sent.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    // Nothing but this status is the site's own word that it has the image.
    sent.onload = () => (sent.status === 201 ? resolve() : reject(new Error(readMessage(sent.responseText))));
    sent.onerror = () => reject(new Error(NOT_UPLOADED));
    sent.send(file);
  });
  return pathname;
}

async function setImageOf(speakerId: number, imageURL: string): Promise<void> {
  const answer = await fetch(`/api/speakers/${speakerId}/image`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ imageURL }),
  });
  if (!answer.ok) throw new Error(await messageOf(answer));
}

/** The file stays chosen, and a form that is saved brings it along. */
const NOT_UPLOADED = "The image could not be uploaded. Choose it again, or save the form: it goes with it.";

const messageOf = async (answer: Response) => readMessage(await answer.text());

function readMessage(body: string): string {
  try {
    return JSON.parse(body).message;
  } catch {
    return NOT_UPLOADED;
  }
}
