export const REFERENCE_GROUP_LENGTH = 5;

/** Groups the digits for reading aloud, as in 'A1B2C 3D4E5'. */
export const formatReference = (reference: string): string => reference.replace(/(.{5})(?=.)/g, "$1 ");
