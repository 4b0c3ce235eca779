export const IMAGE_PATH = "/objects/uploads/";

/** Widths in pixels, by URL suffix. */
export const IMAGE_WIDTHS = { "-288": 288, "-600": 600, "": 1200 } as const;

const KEY = new RegExp(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(${Object.keys(IMAGE_WIDTHS).join("|")})$`);

export const isImageKey = (text: string): boolean => KEY.test(text);

/** 10 MB (specification, sections 5 and 9). */
export const IMAGE_LIMIT_BYTES = 10_485_760;

/** Returns a `srcset`, or undefined if the image was not uploaded. */
export const imageSrcSet = (url: string): string | undefined =>
  url.startsWith(IMAGE_PATH)
    ? Object.entries(IMAGE_WIDTHS)
        .map(([suffix, width]) => `${url}${suffix} ${width}w`)
        .join(", ")
    : undefined;

// Names of form fields.

/** Draft field that makes the form request the image again, because drafts cannot store files. */
export const LOST_FILE_FIELD = "lostFile";

export const REFUSED_FILE_FIELD = "refusedFile";

export const REMOVE_IMAGE_FIELD = "removeImage";
