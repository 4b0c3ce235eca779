import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  LOGIN_ENDED,
  NOT_UPLOADED,
  saveSpeakerImage,
  uploadImage,
} from "#app/components/admin/image-upload.ts";
import { Field } from "#app/components/form/field.tsx";
import { Toast } from "#app/components/toast.tsx";
import { isNetworkFailure } from "#app/http/network-failure.ts";
import { LOST_FILE, REFUSED_FILE } from "#app/vocabulary/photo-fields.ts";

type Upload =
  | { state: "idle" }
  | { state: "sending"; percent: number }
  /** `errorBefore` is the error the form had before the upload. */
  | { state: "done"; errorBefore: string | undefined }
  /** `seen` is the form's version at that time; a later version has its own error. */
  | { state: "failed"; message: string; isRefused: boolean; seen: string | undefined };

type ImageFieldProps = {
  id: string;
  label: string;
  error: string | undefined;
  /** Path of an image uploaded before the form was refused. */
  defaultValue: string | undefined;
  /** Speaker being edited, with the form's version; null for a new or deleted speaker. */
  edited: { id: number; seen: string } | null;
  /** Receives the speaker's new version. */
  onStored: (seen: string) => void;
  currentUrl: string | null;
  /** Controls of the current image, shown until another one is uploaded. */
  children?: React.ReactNode;
};

/** Uploads a chosen file with JavaScript and saves it for an existing speaker (specification, 5, 7). */
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
  /** Upload in progress. Aborted by another choice and by leaving the form. */
  const underWay = useRef<AbortController | null>(null);
  useReselection(input);
  const isWaiting = useDelayedSubmission(input, upload.state);
  const saveImage = useImageSaving();
  const shownUrl = path || currentUrl;
  /** Fixed at first render: a longer hint would move the field. */
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
      // The form submits this path instead of the file.
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
      const message = isOurs ? problem.message : NOT_UPLOADED;
      const isRefused = !isUploaded && message !== NOT_UPLOADED;
      // A refused file must not block the rest of the form.
      if (message !== NOT_UPLOADED) clear(input.current);
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
      {/* Only an image not yet saved for the speaker counts as unsaved. */}
      <input
        type="hidden"
        name="imageUrl"
        value={path}
        data-answer={path !== "" && path !== storedPath ? "unsaved" : undefined}
      />
      {upload.state === "failed" && upload.isRefused && (
        <input type="hidden" name={REFUSED_FILE} value="yes" />
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

/** Delays a submission until the upload has ended. Returns true while the form waits. */
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

/** Saves images one after another: each save creates the version the next one must name. */
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

/** Empties the input when its dialog opens, so that the same file can be chosen again; cancel restores it. */
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

/** Submits the form without its file: it is kept as a draft, and the login page opens. */
function keepAndLogIn(input: HTMLInputElement | null, endUpload: () => void): void {
  // First, so that the submission does not wait for the upload.
  flushSync(endUpload);
  clear(input);
  const lost = Object.assign(document.createElement("input"), {
    type: "hidden",
    name: LOST_FILE,
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
  /** Null unless an upload is in progress. */
  percent: number | null;
  /** True while the form waits for the upload. */
  isWaiting: boolean;
  /** True if the photo is saved for the speaker already. */
  isSaved: boolean;
};

/** Preview with a reserved space, so that a photo moves nothing under the pointer. */
const ImagePlace = ({ url, alt, percent, isWaiting, isSaved }: ImagePlaceProps) => (
  <div className="image-place">
    {url ? (
      <ImagePreview url={url} alt={alt} />
    ) : (
      <div aria-hidden="true" className="mb-2 size-24 border-2 border-rule border-dashed" />
    )}
    {percent !== null ? (
      <label className="grow">
        Uploading: {percent} %{isWaiting && ". The form will be saved after the upload."}
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

/** Scrolls the dialog with the change, so that the control stays under the pointer. */
function keepInPlace(control: HTMLElement | null, change: () => void): void {
  const before = control?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  const top = (control?.getBoundingClientRect().top ?? 0) - before;
  control?.closest(".dialog-backdrop")?.scrollBy({ top, behavior: "instant" });
}
