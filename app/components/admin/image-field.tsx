import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { LOGIN_ENDED, NOT_UPLOADED, setImageOf, uploadImage } from "#app/components/admin/image-upload.ts";
import { Field } from "#app/components/form/field.tsx";
import { Toast } from "#app/components/toast.tsx";
import { isNetworkFailure } from "#app/http/network-failure.ts";
import { LOST_FILE, REFUSED_FILE } from "#app/vocabulary/photo-fields.ts";

type Upload =
  | { state: "idle" }
  | { state: "sending"; percent: number }
  /** `mended` is the form's error when the image was chosen. */
  | { state: "done"; mended: string | undefined }
  /** `seen` is the form's version then: once it came back with another, the form tells the rest. */
  | { state: "failed"; message: string; isRefused: boolean; seen: string | undefined };

type ImageFieldProps = {
  id: string;
  label: string;
  error: string | undefined;
  /** The path of an image that was uploaded before the form came back. */
  defaultValue: string | undefined;
  /** The speaker being edited, in the version that the form knows; null for one who is not stored. */
  edited: { id: number; seen: string } | null;
  /** Is told the version that the speaker has with the new image. */
  onStored: (seen: string) => void;
  currentUrl: string | null;
  /** Controls of the current image, as long as the form has no other. */
  children?: React.ReactNode;
};

/** With script a chosen file is uploaded, and an edited speaker has it at once (specification, 5, 7). */
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
  /** Another choice takes its place, and a form that is left ends it. */
  const underWay = useRef<AbortController | null>(null);
  useReselection(input);
  const isHeld = useHeldForm(input, upload.state);
  const give = useGiving();
  const shownUrl = path || currentUrl;
  /** The hint stays as it was: another number of lines would move the field. */
  const [hadImage] = useState(currentUrl !== null);
  const show = (next: Upload) => holdStill(input.current, () => setUpload(next));
  useEffect(() => () => underWay.current?.abort(), []);

  async function send(file: File) {
    underWay.current?.abort();
    underWay.current = new AbortController();
    const { signal } = underWay.current;
    show({ state: "sending", percent: 0 });
    let isUploaded = false;
    try {
      const uploaded = await uploadImage(file, signal, (percent) => setUpload({ state: "sending", percent }));
      // The form has the path now, so that the file need not travel again.
      setPath(uploaded);
      isUploaded = true;
      clear(input.current);
      if (edited) {
        onStored(await give(edited, uploaded));
        setStoredPath(uploaded);
      }
      if (!signal.aborted) show({ state: "done", mended: error });
    } catch (problem) {
      if (signal.aborted) return;
      if (problem === LOGIN_ENDED) return keepAndLogIn(input.current, () => setUpload({ state: "idle" }));
      const isOurs = problem instanceof Error && !isNetworkFailure(problem);
      const message = isOurs ? problem.message : NOT_UPLOADED;
      const isRefused = !isUploaded && message !== NOT_UPLOADED;
      // A refused file must not block a form that is right without it.
      if (message !== NOT_UPLOADED) clear(input.current);
      show({ state: "failed", message, isRefused, seen: edited?.seen });
    }
  }

  function currentError(): string | undefined {
    if (upload.state === "failed" && upload.seen === edited?.seen) return upload.message;
    const isMended = upload.state === "sending" || (upload.state === "done" && upload.mended === error);
    return isMended ? undefined : error;
  }

  return (
    <>
      {/* A speaker's image is saved; an image of the form alone would be lost with it. */}
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
              alt={path ? "The one in this form" : "As it is now"}
              percent={upload.state === "sending" ? upload.percent : null}
              isHeld={isHeld}
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

/** A form that is sent during an upload waits for it, unless it fails. Returns whether it waits. */
function useHeldForm(input: React.RefObject<HTMLInputElement | null>, state: Upload["state"]): boolean {
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

/** One image after the other: each makes a new version of the speaker, which the next one has to know. */
function useGiving() {
  const last = useRef<{ from: string; to: string } | null>(null);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  return ({ id, seen }: { id: number; seen: string }, imageURL: string): Promise<string> => {
    const given = turn.current.then(async () => {
      const known = last.current?.from === seen ? last.current.to : seen;
      const to = await setImageOf({ id, seen: known }, imageURL);
      last.current = { from: seen, to };
      return to;
    });
    turn.current = given.catch(() => {});
    return given;
  };
}

/** The same file again would be no change, so that the input is empty meanwhile; cancel restores it. */
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

/** Sends the form without its file: it becomes a draft and leads to the login. A new login saves nothing. */
function keepAndLogIn(input: HTMLInputElement | null, endUpload: () => void): void {
  // The form does not wait for the upload.
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
  /** Null without an upload. */
  percent: number | null;
  /** The form waits for the upload. */
  isHeld: boolean;
  /** The speaker has this photo, whatever becomes of the form. */
  isSaved: boolean;
};

/** The place is there from the start, so that a photo moves nothing under the pointer. */
const ImagePlace = ({ url, alt, percent, isHeld, isSaved }: ImagePlaceProps) => (
  <div className="image-place">
    {url ? (
      <ImagePreview url={url} alt={alt} />
    ) : (
      <div aria-hidden="true" className="mb-2 size-24 border-2 border-rule border-dashed" />
    )}
    {percent !== null ? (
      <label className="grow">
        Uploading: {percent} %{isHeld && ". The form is saved when the image is there."}
        <progress className="mt-1 block w-full" max={100} value={percent} />
      </label>
    ) : (
      isSaved && <p>The new image is saved already, whatever becomes of the rest of the form.</p>
    )}
  </div>
);

export const ImagePreview = ({ url, alt }: { url: string; alt: string }) => (
  <img src={url} alt={alt} width={96} height={96} className="mb-2 size-24 object-cover" />
);

/** The dialog scrolls along, so that the control stays under the pointer. */
function holdStill(control: HTMLElement | null, change: () => void): void {
  const before = control?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  const top = (control?.getBoundingClientRect().top ?? 0) - before;
  control?.closest(".dialog-backdrop")?.scrollBy({ top, behavior: "instant" });
}
