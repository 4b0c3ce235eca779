// The field for a photo: chosen, uploaded while the form is filled in, and shown in its place.
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { LOGIN_ENDED, NOT_UPLOADED, setImageOf, uploadImage } from "#app/components/admin/image-upload.ts";
import { Field } from "#app/components/form/field.tsx";
import { Toast } from "#app/components/toast.tsx";
import { isWithoutResponse } from "#app/http/without-response.ts";
import { LOST_FILE, REFUSED_FILE } from "#app/vocabulary/photo-fields.ts";

type Upload =
  | { state: "idle" }
  | { state: "sending"; percent: number }
  /** `mended` is the error that the form had when the image was chosen. */
  | { state: "done"; mended: string | undefined }
  /** `seen` is the version of the form then: once it came back with another, that has told the rest. */
  | { state: "failed"; message: string; isRefused: boolean; seen: string | undefined };

/**
 * A speaker's image. Without script the form sends the file. With script it is uploaded when it is chosen,
 * with one PUT and its progress, and a speaker being edited has it at once (specification, 5 and 7), unless
 * somebody has saved or deleted them since: then the form alone has it.
 */
export function ImageField({
  id,
  label,
  error,
  defaultValue,
  edited,
  onStored,
  currentUrl,
  children,
}: {
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
  /** What can be done with the current image, as long as the form has no other. */
  children?: React.ReactNode;
}) {
  const [path, setPath] = useState(defaultValue ?? "");
  const [storedPath, setStoredPath] = useState<string | null>(null);
  const [upload, setUpload] = useState<Upload>({ state: "idle" });
  const input = useRef<HTMLInputElement>(null);
  /** The upload that is under way. Another choice takes its place, and a form that is left takes it along. */
  const underWay = useRef<AbortController | null>(null);
  useReselection(input);
  const isHeld = useHeldForm(input, upload.state);
  const give = useGiving();
  const shownUrl = path || currentUrl;
  /** Its hint stays as it was: another number of lines would move the field. */
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
      // The form has the path now; the file need not travel again.
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
      const isOurs = problem instanceof Error && !isWithoutResponse(problem);
      const message = isOurs ? problem.message : NOT_UPLOADED;
      const isRefused = !isUploaded && message !== NOT_UPLOADED;
      // What the site refuses does not stay in the way of a form that is right without it.
      if (message !== NOT_UPLOADED) clear(input.current);
      show({ state: "failed", message, isRefused, seen: edited?.seen });
    }
  }

  /** What is wrong with the image as it is now. */
  function currentError(): string | undefined {
    if (upload.state === "failed" && upload.seen === edited?.seen) return upload.message;
    const isMended = upload.state === "sending" || (upload.state === "done" && upload.mended === error);
    return isMended ? undefined : error;
  }

  return (
    <>
      {/* What a speaker has at once is saved; what the form alone has would be lost with it. */}
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
        id={id}
        label={label}
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

/**
 * A form that is sent while its image is under way waits for it, and is sent when the image is there. One that
 * failed is told first: whoever pressed the button has not seen it. Answers whether the form waits.
 */
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

/**
 * Gives an image to the speaker who is edited, one at a time: each is a new version, which the next one that this
 * form gives has to know. Answers the version that they have now.
 */
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

/**
 * Lets the file that stands in an input be chosen once more, after an upload that broke: to the browser that is
 * no change, so the input is emptied while it asks. Whoever gives up has the file that was there.
 */
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

/**
 * Sends the form without its file, so that it finds its login ended as every save does: what was typed is kept
 * as a draft, and the way leads to the login and back. Should there be a login again, nothing is saved.
 */
function keepAndLogIn(input: HTMLInputElement | null, endUpload: () => void): void {
  // The form does not wait for it.
  flushSync(endUpload);
  clear(input);
  const lost = document.createElement("input");
  lost.type = "hidden";
  lost.name = LOST_FILE;
  lost.value = "yes";
  const button = document.createElement("button");
  button.name = "intent";
  button.value = "keep";
  button.hidden = true;
  input?.form?.append(lost, button);
  input?.form?.requestSubmit(button);
  button.remove();
  lost.remove();
}

/**
 * The photo of a form, and beside it what becomes of it. Its place is there from the start, so that what comes moves
 * nothing that was clicked.
 */
const ImagePlace = ({
  url,
  alt,
  percent,
  isHeld,
  isSaved,
}: {
  url: string | null;
  alt: string;
  /** How much of an upload has arrived, as long as one is under way. */
  percent: number | null;
  /** Whether the form waits for it. */
  isHeld: boolean;
  /** Whether the speaker has this photo, whatever becomes of the form. */
  isSaved: boolean;
}) => (
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

/** A photo as small as a list shows it. */
export const ImagePreview = ({ url, alt }: { url: string; alt: string }) => (
  <img src={url} alt={alt} width={96} height={96} className="mb-2 size-24 object-cover" />
);

/** Changes what stands above a control without moving it from under the pointer: its dialog scrolls along. */
function holdStill(control: HTMLElement | null, change: () => void): void {
  const before = control?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  const top = (control?.getBoundingClientRect().top ?? 0) - before;
  control?.closest(".dialog-backdrop")?.scrollBy({ top, behavior: "instant" });
}
