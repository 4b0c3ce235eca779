/**
 * The way to the page before and to the next one, in a row that is `flex`. Both words are always there: whoever turns
 * page after page finds the way on where it was.
 */
export function PageTurns({
  page,
  pageCount,
  what = "page",
  link,
}: {
  page: number;
  pageCount: number;
  /** What a page has, in the words of the links. */
  what?: string;
  link: (page: number, text: string) => React.ReactNode;
}) {
  const turn = (to: number, text: string) =>
    to >= 1 && to <= pageCount ? (
      link(to, text)
    ) : (
      <span aria-hidden="true" className="self-center text-muted">
        {text}
      </span>
    );
  return (
    <>
      {turn(page - 1, `Previous ${what}`)}
      {turn(page + 1, `Next ${what}`)}
    </>
  );
}
