/** Draft field that makes the form ask for the image file again, because drafts cannot keep files. */
export const LOST_FILE = "lostFile";

export const REFUSED_FILE = "refusedFile";

export const REMOVE_IMAGE = "removeImage";
