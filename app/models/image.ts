/** Where uploaded images are served from (specification, 2). */
export const IMAGE_PATH = "/objects/uploads/";

/** What the address of the small size of an image ends with. */
export const SMALL_SUFFIX = "-600";

/** At most 10 MB (specification, 5 and 9). */
export const IMAGE_LIMIT_BYTES = 10_485_760;

/** The sizes of an image for `srcset`; undefined for one that was not uploaded. */
export const imageSizes = (url: string): string | undefined =>
  url.startsWith(IMAGE_PATH) ? `${url}${SMALL_SUFFIX} 600w, ${url} 1200w` : undefined;
