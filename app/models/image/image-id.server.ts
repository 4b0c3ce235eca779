// What an image is called. Its id says how it was made, as its address is sent with a year to keep it: images of another
// making have another address.
import { randomUUID } from "node:crypto";
import { IMAGE_PATH } from "#app/models/image/image.ts";

/** A digit that says which kind of UUID it is: 8 is for whatever one likes, here for one ink. Until then it was 4. */
const KIND_AT = 14;
const IN_ONE_INK = "8";

export function newImageId(): string {
  const id = randomUUID();
  return id.slice(0, KIND_AT) + IN_ONE_INK + id.slice(KIND_AT + 1);
}

/** For LIKE in SQL: the addresses of images in one ink. */
export const IN_ONE_INK_PATTERN = `${IMAGE_PATH}${"_".repeat(KIND_AT)}${IN_ONE_INK}%`;
