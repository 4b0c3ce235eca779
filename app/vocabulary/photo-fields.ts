// The fields beside those of a speaker that say what becomes of a photo.

/** The field of a draft that says that a file was chosen too. It is not kept: the form asks for it again. */
export const LOST_FILE = "lostFile";

/** The field of a form that says that the site refused the file which was chosen for it. */
export const REFUSED_FILE = "refusedFile";

/** The field of a form that says that the image which is there is to go, and none to take its place. */
export const REMOVE_IMAGE = "removeImage";
