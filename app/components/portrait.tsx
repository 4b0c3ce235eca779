import { useEffect, useRef, useState } from "react";
import { imageSizes } from "#app/models/image/image.ts";
import { initials } from "#app/models/speaker/speaker.ts";

const PLACEHOLDER = "/speaker-placeholder.svg";
/** What the style sheet has where nothing is said, which saves each page eighteen attributes. */
const USUAL_SIZE = 96;

/**
 * A speaker's image, or their initials. An image that does not load falls back to a placeholder; the
 * initials stand behind it for when no script is there to notice.
 */
export function Portrait({
  name,
  imageUrl,
  size,
  sizes = `${size}px`,
}: {
  name: string;
  imageUrl: string | null;
  /** Its side in CSS pixels. */
  size: number;
  /** How wide it is shown where that is not always the same, as `sizes` of an image has it. */
  sizes?: string;
}) {
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  const srcSet = imageUrl && !isBroken ? imageSizes(imageUrl) : undefined;
  useEffect(() => {
    // It may have failed before this script ran; the error event is over by then.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  return (
    <span className="portrait" data-size={size === USUAL_SIZE ? undefined : size}>
      <span aria-hidden="true">{initials(name)}</span>
      {imageUrl && (
        <img
          ref={image}
          src={isBroken ? PLACEHOLDER : imageUrl}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}
