/** Where uploaded images are served from (specification, 2). */
export const IMAGE_PATH = "/objects/uploads/";

/** The widths an image is kept in, in pixels, and what its address ends with for each. */
export const IMAGE_WIDTHS = { "-288": 288, "-600": 600, "": 1200 } as const;
const SUFFIXES = Object.keys(IMAGE_WIDTHS);

const KEY = new RegExp(`^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(${SUFFIXES.join("|")})$`);

/** Whether a text is what a stored image can be called: its id, and the suffix of one of its widths. */
export const isImageKey = (text: string): boolean => KEY.test(text);

/** The key of the same image in the next larger width; of the largest, its own. */
export function largerImageKey(key: string): string {
  const [, id = "", suffix = ""] = KEY.exec(key) ?? [];
  return id + (SUFFIXES[SUFFIXES.indexOf(suffix) + 1] ?? "");
}

/** At most 10 MB (specification, 5 and 9). */
export const IMAGE_LIMIT_BYTES = 10_485_760;

/** The widths of an image for `srcset`; undefined for one that was not uploaded. */
export const imageSizes = (url: string): string | undefined =>
  url.startsWith(IMAGE_PATH)
    ? Object.entries(IMAGE_WIDTHS)
        .map(([suffix, width]) => `${url}${suffix} ${width}w`)
        .join(", ")
    : undefined;
