import { useEffect, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { backgroundRefreshUrl } from "#app/http/navigation-failure.ts";
import type { ListedDelegate } from "#app/routes/admin/delegates/list/list-state.ts";

type Found = { delegates: ListedDelegate[] };

/**
 * Returns the list as it was loaded (`first`), and its rows as they are now. After a form, `isAnswer`
 * is true. A row that has left the list is loaded by its id, and until then it is `stale`.
 */
export function useRowsInPlace<Page extends Found>(
  found: Page,
  isAnswer: boolean,
  addressOf: (ids: string) => string,
) {
  const { key } = useLocation();
  const [list, setList] = useState({ key, found, first: found });
  if (list.found !== found) {
    const isNew = (list.key !== key && !isAnswer) || list.first.delegates.length === 0;
    setList({ key, found, first: isNew ? found : list.first });
  } else if (list.key !== key) setList({ ...list, key });

  const { first } = list;
  const url = backgroundRefreshUrl(addressOf(first.delegates.map(({ id }) => id).join()));
  const { data, load } = useFetcher<{ found: Page | null } | null>({ key: url });
  const listed = new Set(found.delegates.map(({ id }) => id));
  const hasLeft = first.delegates.some(({ id }) => !listed.has(id));
  useEffect(() => {
    // Once loaded, the rows are loaded again after each form, like the page.
    if (hasLeft) load(url);
  }, [hasLeft, url, load]);
  const answered = (data?.found?.delegates ?? []) as ListedDelegate[];
  const now = new Map([...answered, ...found.delegates].map((delegate) => [delegate.id, delegate]));
  return {
    first,
    rows: first.delegates.map((delegate) => now.get(delegate.id) ?? delegate),
    stale: first.delegates.filter(({ id }) => !now.has(id)).map(({ id }) => id),
  };
}
