import { useEffect, useRef, useState } from "react";
import { imageSrcSet } from "#app/models/image/image.ts";
import { initials } from "#app/models/speaker/speaker.ts";

const PLACEHOLDER = "/speaker-placeholder.svg";
/** Default size in the style sheet, in pixels. Photos of this size need no `data-size`. */
const USUAL_SIZE = 96;

type PhotoProps = {
  name: string;
  imageUrl: string | null;
  size: number;
  sizes?: string;
};

/** Speaker's photo, or a placeholder if it fails to load, even without JavaScript. */
export function Photo({ name, imageUrl, size, sizes = `${size}px` }: PhotoProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  const srcSet = imageUrl && !isBroken ? imageSrcSet(imageUrl) : undefined;
  useEffect(() => {
    // The image may have failed before hydration.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  return (
    <span className="photo" data-size={size === USUAL_SIZE ? undefined : size}>
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
