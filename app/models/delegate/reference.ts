/** Where its second half begins. */
export const HALF = 5;

/** A delegate's reference as people read it out: A1B2C 3D4E5. */
export const formatReference = (reference: string): string => reference.replace(/(.{5})(?=.)/g, "$1 ");
