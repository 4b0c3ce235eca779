// Links to a page, to a dialog over it, and to other sites.
import { Link } from "react-router";
import { sessionPath, speakerPath } from "#app/sharing/sharing.ts";

/**
 * A link to a page of the site. All routes are known beforehand (react-router.config.ts): the mark by which React Router
 * would discover them is only bytes in each link of a page that has to come in one round trip.
 */
export const PageLink = (props: React.ComponentProps<typeof Link>) => <Link discover="none" {...props} />;

/** What the history remembers of an opened dialog: that the page is one step back, and where the link to it stands. */
export type DialogOrigin = {
  /** The id of an element that holds one link to the dialog: there the focus returns. */
  place: string;
  /** Whether that is in a dialog itself. */
  isInDialog: boolean;
};

type DialogLinkProps = {
  /** The id of what the link stands in, beside no other link to the same dialog. */
  place: string;
  isInDialog?: boolean;
  className?: string;
  children: React.ReactNode;
};

/** Opens the dialog of a session, which is an address of its own. */
export const SessionLink = ({
  programSessionId,
  ...props
}: DialogLinkProps & { programSessionId: number }) => (
  <DialogLink to={sessionPath(programSessionId)} {...props} />
);

/** Opens the dialog of a speaker. */
export const SpeakerLink = ({ speakerId, ...props }: DialogLinkProps & { speakerId: number }) => (
  <DialogLink to={speakerPath(speakerId)} {...props} />
);

function DialogLink({
  to,
  place,
  isInDialog = false,
  className,
  children,
}: DialogLinkProps & { to: string }) {
  return (
    <PageLink
      to={to}
      state={{ place, isInDialog } satisfies DialogOrigin}
      // An entry of its own, also where the same dialog is just being closed: closing it again goes one step back.
      replace={false}
      preventScrollReset
      className={className}
    >
      {children}
    </PageLink>
  );
}

/** A link that opens a new tab, and says so to those who cannot see it happen. */
export function ExternalLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
