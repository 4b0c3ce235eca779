import { createContext, use } from "react";

/** What a page of the desk knows: the last change of anybody's status, and the newest delegate. */
type PageState = { revision: number; latestId: number };

export const PageStateContext = createContext<PageState>({ revision: 0, latestId: 0 });

/** The fields of a form that say what its page has shown, so that the list comes back as it was. */
export function PageState() {
  const { revision, latestId } = use(PageStateContext);
  return (
    <>
      <input type="hidden" name="seen" value={revision} />
      <input type="hidden" name="latest" value={latestId} />
    </>
  );
}
