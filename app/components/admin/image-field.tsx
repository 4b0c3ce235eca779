import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { UPLOAD_FAILED, uploadImage } from "#app/components/admin/image-upload.ts";
import { Field, FieldError } from "#app/components/form/field.tsx";
import { Toast } from "#app/components/toast.tsx";
import { REFUSED_FILE_FIELD } from "#app/models/image/image.ts";

type Upload =
  | { state: "idle" | "sending" | "done" }
  | { state: "failed"; message: string; isRefused: boolean };

const IDLE: Upload = { state: "idle" };

type ImageFieldProps = {
  id: string;
  label: string;
  error: string | undefined;
  /** Path of an image uploaded before the form was refused. */
  defaultValue: string | undefined;
  currentUrl: string | null;
  /** Controls for the current image, invisible after an upload. */
  children?: React.ReactNode;
};

/**
 * With JavaScript, uploads a chosen image and puts its path in the form, which saves it. Until then
 * the input keeps the file, so a form that is submitted earlier sends the file itself.
 */
export function ImageField({ defaultValue, currentUrl, children, ...field }: ImageFieldProps) {
  const [path, setPath] = useState(defaultValue ?? "");
  const [upload, setUpload] = useState(IDLE);
  const input = useRef<HTMLInputElement>(null);
  const underWay = useRef<AbortController>(null);
  const isSubmitting = useNavigation().state === "submitting";
  useEffect(() => () => underWay.current?.abort(), []);
  useEffect(() => {
    if (!isSubmitting) return;
    underWay.current?.abort();
    setUpload((last) => (last.state === "sending" ? IDLE : last));
  }, [isSubmitting]);

  async function send(file: File | undefined) {
    underWay.current?.abort();
    setPath("");
    if (!file) return setUpload(IDLE);
    underWay.current = new AbortController();
    const { signal } = underWay.current;
    setUpload({ state: "sending" });
    const answer = await uploadImage(file, signal).catch(() => null);
    if (signal.aborted) return;
    // Also clears a refused file, so that the form can be saved without it.
    if (answer && input.current) input.current.value = "";
    if (answer?.ok) {
      setPath(answer.path);
      setUpload({ state: "done" });
    } else {
      setUpload({ state: "failed", message: answer?.message ?? UPLOAD_FAILED, isRefused: answer !== null });
    }
  }

  const error =
    upload.state === "failed" ? upload.message : upload.state === "idle" ? field.error : undefined;
  return (
    <>
      <input type="hidden" name="imageUrl" value={path} />
      {upload.state === "failed" && upload.isRefused && (
        <input type="hidden" name={REFUSED_FILE_FIELD} value="yes" />
      )}
      <Field
        {...field}
        isOptional
        error={error}
        hasOwnErrorPlace
        hint={`JPEG, PNG, WebP, GIF or AVIF, at most 10 MB.${currentUrl ? " Leave this blank to keep the current image." : ""}`}
      >
        {(ties) => (
          <>
            {/* A fixed space, so that a new photo or a message does not move the controls. */}
            <div className="image-place">
              {path || currentUrl ? (
                <ImagePreview url={path || currentUrl || ""} alt={path ? "New image" : "Current image"} />
              ) : (
                <div aria-hidden="true" className="mb-2 size-24 border-2 border-rule border-dashed" />
              )}
              {error && <FieldError id={`${field.id}-error`} label={field.label} message={error} />}
              {upload.state === "sending" && (
                <label className="grow">
                  Uploading...
                  <progress className="mt-1 block w-full" />
                </label>
              )}
            </div>
            <input
              ref={input}
              className="input"
              type="file"
              name="image"
              accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
              onChange={(event) => send(event.target.files?.[0])}
              {...ties}
            />
          </>
        )}
      </Field>
      {/* Keeps its space after an upload, so that nothing above it moves. */}
      {currentUrl && <div className={path ? "invisible" : ""}>{children}</div>}
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

export const ImagePreview = ({ url, alt }: { url: string; alt: string }) => (
  <img src={url} alt={alt} width={96} height={96} className="mb-2 size-24 object-cover" />
);
