/** A delegate's reference as people read it out: A1B2C 3D4E5. */
export const formatReference = (reference: string): string => reference.replace(/(.{5})(?=.)/g, "$1 ");

/** The path of the private page of a registration, where it is seen and cancelled. */
export const registrationPath = (linkToken: string): string => `/register?registration=${linkToken}`;
