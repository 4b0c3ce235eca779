/**
 * The way to the page before and to the next one, in a row that is `flex`. Both words are always there: whoever turns
 * page after page finds the way on where it was.
 */
export function PageTurns({
  page,
  pageCount,
  link,
}: {
  page: number;
  pageCount: number;
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
      {turn(page - 1, "Previous page")}
      {turn(page + 1, "Next page")}
    </>
  );
}
