import { createContext, use } from "react";

type PageState = { revision: number; latestId: number };

export const PageStateContext = createContext<PageState>({ revision: 0, latestId: 0 });

/** Hidden fields with what the page has shown, so that the list comes back as it was. */
export function PageState() {
  const { revision, latestId } = use(PageStateContext);
  return (
    <>
      <input type="hidden" name="seen" value={revision} />
      <input type="hidden" name="latest" value={latestId} />
    </>
  );
}
