import { href, Link } from "react-router";

/** What the history remembers of an opened dialog: that the page is one step back, and what opened it. */
export type DialogOrigin = { openerId: string };

/** Opens the dialog of a session, which is an address of its own. */
export function SessionLink({
  programSessionId,
  id,
  className,
  children,
}: {
  programSessionId: number;
  /** The link's own id: where the focus returns when the dialog is closed. */
  id: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <Link
      id={id}
      to={`${href("/")}?session=${programSessionId}`}
      state={{ openerId: id } satisfies DialogOrigin}
      // An entry of its own, also where the same dialog is just being closed: closing it again goes one step back.
      replace={false}
      preventScrollReset
      className={className}
    >
      {children}
    </Link>
  );
}
