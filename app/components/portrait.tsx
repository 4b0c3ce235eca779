import { useEffect, useRef, useState } from "react";
import { imageSizes } from "#app/models/image/image.ts";
import { initials } from "#app/models/speaker/speaker.ts";

const PLACEHOLDER = "/speaker-placeholder.svg";
/** The style sheet's own size, which saves each page eighteen attributes. */
const USUAL_SIZE = 96;

type PortraitProps = {
  name: string;
  imageUrl: string | null;
  size: number;
  /** As `sizes` of an image, where the width varies. */
  sizes?: string;
};

/** A broken image gives way to a placeholder, which the style sheet draws without JavaScript. */
export function Portrait({ name, imageUrl, size, sizes = `${size}px` }: PortraitProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  const srcSet = imageUrl && !isBroken ? imageSizes(imageUrl) : undefined;
  useEffect(() => {
    // The image may have failed before this script ran.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  return (
    <span className="portrait" data-size={size === USUAL_SIZE ? undefined : size}>
      {imageUrl === null ? (
        <span aria-hidden="true">{initials(name)}</span>
      ) : (
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
