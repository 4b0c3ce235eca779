/** A name as a part of addresses and file names: 'byline-2025'; null where nothing of it can be one. */
export const slugOf = (name: string): string | null =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || null;
