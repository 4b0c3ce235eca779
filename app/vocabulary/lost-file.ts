/** The field of a draft that says that a file was chosen too. It is not kept: the form asks for it again. */
export const LOST_FILE = "lostFile";

/** The field of a form that says that the site refused the file which was chosen for it. */
export const REFUSED_FILE = "refusedFile";
