/** Field set in a draft, which cannot keep the chosen file: the form asks for the file again. */
export const LOST_FILE = "lostFile";

/** Field set if the site refused the chosen file. */
export const REFUSED_FILE = "refusedFile";

export const REMOVE_IMAGE = "removeImage";
