/** Set in a draft, which cannot keep the chosen file: the form asks for it again. */
export const LOST_FILE = "lostFile";

/** Set if the site refused the chosen file. */
export const REFUSED_FILE = "refusedFile";

/** Set to remove the current image. */
export const REMOVE_IMAGE = "removeImage";
