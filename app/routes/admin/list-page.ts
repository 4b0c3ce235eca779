import { LIST_PAGE_SIZE, readPageNumber, toPage } from "#app/platform/pages.ts";
import { useNextSearch } from "#app/routes/admin/use-dialog.ts";

/** Parameters that name an item, whose page is shown. */
const NAMING = ["edit", "delete", "history", "item"];

/**
 * Returns the shown page of a list of items, and properties for `PageLinks`. A search that is being
 * typed begins at its first page.
 */
export function useListPage(ids: number[], q: string) {
  const params = new URLSearchParams(useNextSearch());
  const named = NAMING.map((name) => ids.indexOf(Number(params.get(name)))).find((at) => at >= 0);
  const asked = q === (params.get("q") ?? "") ? readPageNumber(params) : 1;
  const wanted = named === undefined ? asked : Math.floor(named / LIST_PAGE_SIZE) + 1;
  const { page, pageCount, offset } = toPage(ids.length, wanted, LIST_PAGE_SIZE);
  const shown = new Set(ids.slice(offset, offset + LIST_PAGE_SIZE));
  const search: Record<string, string> = q === "" ? {} : { q };
  const url = (to: number) => `?${new URLSearchParams({ ...search, page: String(to) })}`;
  return { isShown: ({ id }: { id: number }) => shown.has(id), links: { page, pageCount, url } };
}
