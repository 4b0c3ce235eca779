export const NO_LONGER_THERE = "This delegate no longer exists.";
export const GONE = "This delegate has been deleted in the meantime.";
