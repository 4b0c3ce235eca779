export const NO_LONGER_THERE = "This delegate no longer exists.";
