type PageTurnsProps = {
  page: number;
  pageCount: number;
  what?: string;
  link: (page: number, text: string) => React.ReactNode;
};

/** Both words are always there, in a `flex` row, so that the next click finds its link in the same place. */
export function PageTurns({ page, pageCount, what = "page", link }: PageTurnsProps) {
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
