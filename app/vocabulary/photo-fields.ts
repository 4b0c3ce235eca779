/** Draft field that makes the form request the image again, because drafts cannot store files. */
export const LOST_FILE_FIELD = "lostFile";

export const REFUSED_FILE_FIELD = "refusedFile";

export const REMOVE_IMAGE_FIELD = "removeImage";
