export const HALF = 5;

/** Groups digits for reading aloud: A1B2C 3D4E5. */
export const formatReference = (reference: string): string => reference.replace(/(.{5})(?=.)/g, "$1 ");
