/** The field of a draft that says that a file was chosen too. It is not kept: the form asks for it again. */
export const LOST_FILE = "lostFile";
