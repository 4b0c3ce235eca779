import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  LOGIN_ENDED,
  saveSpeakerImage,
  UPLOAD_FAILED,
  uploadImage,
} from "#app/components/admin/image-upload.ts";
import { Field } from "#app/components/form/field.tsx";
import { Toast } from "#app/components/toast.tsx";
import { isNetworkFailure } from "#app/http/network-failure.ts";
import { LOST_FILE_FIELD, REFUSED_FILE_FIELD } from "#app/vocabulary/photo-fields.ts";

type Upload =
  | { state: "idle" }
  | { state: "sending"; percent: number }
  /** `errorBefore` is the error shown before the upload. */
  | { state: "done"; errorBefore: string | undefined }
  /** `seen` is the form's version when the upload failed. A new version hides the message. */
  | { state: "failed"; message: string; isRefused: boolean; seen: string | undefined };

type ImageFieldProps = {
  id: string;
  label: string;
  error: string | undefined;
  /** Path of an image uploaded before the form was refused. */
  defaultValue: string | undefined;
  /** Speaker being edited and the form's version, or null for a new or deleted speaker. */
  edited: { id: number; seen: string } | null;
  /** Called with the speaker's new version after the image is saved. */
  onStored: (seen: string) => void;
  currentUrl: string | null;
  /** Controls for the current image, hidden after an upload. */
  children?: React.ReactNode;
};

/** With JavaScript, uploads and saves a speaker's image (specification, sections 5 and 7). */
export function ImageField({
  defaultValue,
  edited,
  onStored,
  currentUrl,
  children,
  ...field
}: ImageFieldProps) {
  const { error } = field;
  const [path, setPath] = useState(defaultValue ?? "");
  const [storedPath, setStoredPath] = useState<string | null>(null);
  const [upload, setUpload] = useState<Upload>({ state: "idle" });
  const input = useRef<HTMLInputElement>(null);
  /** Upload in progress. Choosing another file or closing the form aborts the upload. */
  const underWay = useRef<AbortController | null>(null);
  useReselection(input);
  const isWaiting = useDelayedSubmission(input, upload.state);
  const saveImage = useImageSaving();
  const shownUrl = path || currentUrl;
  /** Fixed at the first render, because a longer hint would move the field. */
  const [hadImage] = useState(currentUrl !== null);
  const show = (next: Upload) => keepInPlace(input.current, () => setUpload(next));
  useEffect(() => () => underWay.current?.abort(), []);

  async function send(file: File) {
    underWay.current?.abort();
    underWay.current = new AbortController();
    const { signal } = underWay.current;
    show({ state: "sending", percent: 0 });
    let isUploaded = false;
    try {
      const uploaded = await uploadImage(file, signal, (percent) => setUpload({ state: "sending", percent }));
      setPath(uploaded);
      isUploaded = true;
      clear(input.current);
      if (edited) {
        onStored(await saveImage(edited, uploaded));
        setStoredPath(uploaded);
      }
      if (!signal.aborted) show({ state: "done", errorBefore: error });
    } catch (problem) {
      if (signal.aborted) return;
      if (problem === LOGIN_ENDED) return keepAndLogIn(input.current, () => setUpload({ state: "idle" }));
      const isOurs = problem instanceof Error && !isNetworkFailure(problem);
      const message = isOurs ? problem.message : UPLOAD_FAILED;
      const isRefused = !isUploaded && message !== UPLOAD_FAILED;
      // A refused file must not prevent the form from being saved.
      if (message !== UPLOAD_FAILED) clear(input.current);
      show({ state: "failed", message, isRefused, seen: edited?.seen });
    }
  }

  function currentError(): string | undefined {
    if (upload.state === "failed" && upload.seen === edited?.seen) return upload.message;
    const isMended = upload.state === "sending" || (upload.state === "done" && upload.errorBefore === error);
    return isMended ? undefined : error;
  }

  return (
    <>
      {/* Only an image not yet saved for the speaker counts as an unsaved change. */}
      <input
        type="hidden"
        name="imageUrl"
        value={path}
        data-answer={path !== "" && path !== storedPath ? "unsaved" : undefined}
      />
      {upload.state === "failed" && upload.isRefused && (
        <input type="hidden" name={REFUSED_FILE_FIELD} value="yes" />
      )}
      <Field
        {...field}
        isOptional
        error={currentError()}
        hint={`JPEG, PNG, WebP, GIF or AVIF, at most 10 MB.${hadImage ? " Leave this blank to keep the current image." : ""}`}
      >
        {(ties) => (
          <>
            <ImagePlace
              url={shownUrl}
              alt={path ? "New image" : "Current image"}
              percent={upload.state === "sending" ? upload.percent : null}
              isWaiting={isWaiting}
              isSaved={path !== "" && path === storedPath}
            />
            <input
              ref={input}
              className="input"
              type="file"
              name="image"
              accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
              onChange={(event) => event.target.files?.[0] && send(event.target.files[0])}
              {...ties}
            />
          </>
        )}
      </Field>
      {currentUrl && path === "" && children}
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

/** Delays a submission until the upload has ended. Returns true while a submission is delayed. */
function useDelayedSubmission(
  input: React.RefObject<HTMLInputElement | null>,
  state: Upload["state"],
): boolean {
  const [held, setHeld] = useState<{ submitter: HTMLElement | null } | null>(null);
  const isUnderWay = state === "sending";
  useEffect(() => {
    const form = input.current?.form;
    if (!isUnderWay || !form) return;
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setHeld({ submitter: event.submitter });
    };
    form.addEventListener("submit", hold, { capture: true });
    return () => form.removeEventListener("submit", hold, { capture: true });
  }, [input, isUnderWay]);
  useEffect(() => {
    if (isUnderWay || held === null) return;
    setHeld(null);
    const submitter = held.submitter?.isConnected ? held.submitter : null;
    if (state === "done") input.current?.form?.requestSubmit(submitter);
  }, [input, isUnderWay, state, held]);
  return held !== null;
}

/** Saves images one at a time, because each save must send the version from the previous save. */
function useImageSaving() {
  const last = useRef<{ from: string; to: string } | null>(null);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  return ({ id, seen }: { id: number; seen: string }, imageURL: string): Promise<string> => {
    const saved = turn.current.then(async () => {
      const known = last.current?.from === seen ? last.current.to : seen;
      const to = await saveSpeakerImage({ id, seen: known }, imageURL);
      last.current = { from: seen, to };
      return to;
    });
    turn.current = saved.catch(() => {});
    return saved;
  };
}

/** A click empties the input, so the same file can be chosen again. 'Cancel' restores the file. */
function useReselection(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const element = input.current;
    let kept: FileList | null = null;
    const empty = () => {
      const copy = new DataTransfer();
      for (const file of element?.files ?? []) copy.items.add(file);
      kept = copy.files;
      clear(element);
    };
    const restore = () => {
      if (element && kept) element.files = kept;
    };
    element?.addEventListener("click", empty);
    element?.addEventListener("cancel", restore);
    return () => {
      element?.removeEventListener("click", empty);
      element?.removeEventListener("cancel", restore);
    };
  }, [input]);
}

function clear(input: HTMLInputElement | null): void {
  if (input) input.value = "";
}

/** Submits the form without its file, to save a draft and open the login page. */
function keepAndLogIn(input: HTMLInputElement | null, endUpload: () => void): void {
  // Ends the upload first, because the submission would wait for it.
  flushSync(endUpload);
  clear(input);
  const lost = Object.assign(document.createElement("input"), {
    type: "hidden",
    name: LOST_FILE_FIELD,
    value: "yes",
  });
  const asked = { name: "intent", value: "keep", hidden: true };
  const button = Object.assign(document.createElement("button"), asked);
  input?.form?.append(lost, button);
  input?.form?.requestSubmit(button);
  button.remove();
  lost.remove();
}

type ImagePlaceProps = {
  url: string | null;
  alt: string;
  percent: number | null;
  isWaiting: boolean;
  isSaved: boolean;
};

/** Image preview in a fixed space, so a new photo does not move the controls. */
const ImagePlace = ({ url, alt, percent, isWaiting, isSaved }: ImagePlaceProps) => (
  <div className="image-place">
    {url ? (
      <ImagePreview url={url} alt={alt} />
    ) : (
      <div aria-hidden="true" className="mb-2 size-24 border-2 border-rule border-dashed" />
    )}
    {percent !== null ? (
      <label className="grow">
        Uploading: {percent}%{isWaiting && ". The form will be saved after the upload."}
        <progress className="mt-1 block w-full" max={100} value={percent} />
      </label>
    ) : (
      isSaved && <p>The new image is already saved, even if the rest of the form is not.</p>
    )}
  </div>
);

export const ImagePreview = ({ url, alt }: { url: string; alt: string }) => (
  <img src={url} alt={alt} width={96} height={96} className="mb-2 size-24 object-cover" />
);

/** Applies the change, then scrolls the dialog to keep the control under the pointer. */
function keepInPlace(control: HTMLElement | null, change: () => void): void {
  const before = control?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  const top = (control?.getBoundingClientRect().top ?? 0) - before;
  control?.closest(".dialog-backdrop")?.scrollBy({ top, behavior: "instant" });
}
