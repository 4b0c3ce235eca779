// Long lists are shown in pages, which have numbers from 1.

/** Items on a page of the panel's lists of speakers and sessions. */
export const LIST_PAGE_SIZE = 100;

export type Page = { page: number; pageCount: number; offset: number };

/** Returns the wanted page of a list, or the last one if there are fewer. */
export function toPage(total: number, wanted: number, size: number): Page {
  const pageCount = Math.max(1, Math.ceil(total / size));
  const page = Math.min(wanted, pageCount);
  return { page, pageCount, offset: (page - 1) * size };
}

/** Reads `?page=`. Returns 1 if it is missing or not a number. */
export function readPageNumber(params: URLSearchParams): number {
  const page = params.get("page") ?? "";
  return /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
}
