import { Link } from "react-router";

type PaginationProps = Omit<React.ComponentProps<typeof Link>, "to"> & {
  page: number;
  pageCount: number;
  what?: string;
  url: (page: number) => string;
};

/** Previous and next links at fixed positions, so repeated clicks hit the same link. */
export function Pagination({ page, pageCount, what = "page", url, ...link }: PaginationProps) {
  const turn = (to: number, text: string) =>
    to >= 1 && to <= pageCount ? (
      <Link className="text-link inline-flex min-h-12 items-center" {...link} to={url(to)}>
        {text}
      </Link>
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

/** The page links below a list, if it has several pages. */
export function PageLinks(props: PaginationProps) {
  if (props.pageCount < 2) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex gap-6">
      <Pagination {...props} />
    </nav>
  );
}
