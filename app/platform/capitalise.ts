/** A word with a capital letter, as the beginning of a label or a sentence. */
export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
