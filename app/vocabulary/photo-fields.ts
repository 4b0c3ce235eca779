/** A draft does not keep a chosen file, so that the form asks for it again. */
export const LOST_FILE = "lostFile";

/** The site refused the chosen file. */
export const REFUSED_FILE = "refusedFile";

/** The present image goes without another in its place. */
export const REMOVE_IMAGE = "removeImage";
