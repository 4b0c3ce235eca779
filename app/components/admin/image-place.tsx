import { flushSync } from "react-dom";

/**
 * The photo of a form, and beside it what becomes of it. Its place is there from the start, so that what comes moves
 * nothing that was clicked.
 */
export const ImagePlace = ({
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
export function holdStill(control: HTMLElement | null, change: () => void): void {
  const before = control?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  const top = (control?.getBoundingClientRect().top ?? 0) - before;
  control?.closest(".dialog-backdrop")?.scrollBy({ top, behavior: "instant" });
}
