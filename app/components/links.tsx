import { Link } from "react-router";
import { sessionPath, speakerPath } from "#app/sharing/sharing.ts";

/** All routes are known (react-router.config.ts): marks to discover them would be bytes for nothing. */
export const PageLink = (props: React.ComponentProps<typeof Link>) => <Link discover="none" {...props} />;

/** The history keeps it for a dialog that a link has opened: the page is one step back. */
export type DialogOrigin = {
  /** The id of an element with one link to the dialog: there the focus returns. */
  place: string;
  /** The link is itself in a dialog. */
  isInDialog: boolean;
};

type DialogLinkProps = {
  /** The id of an element with no other link to the same dialog. */
  place: string;
  isInDialog?: boolean;
  className?: string;
  children: React.ReactNode;
};

type SessionLinkProps = DialogLinkProps & { programSessionId: number };
export const SessionLink = ({ programSessionId, ...props }: SessionLinkProps) => (
  <DialogLink to={sessionPath(programSessionId)} {...props} />
);

export const SpeakerLink = ({ speakerId, ...props }: DialogLinkProps & { speakerId: number }) => (
  <DialogLink to={speakerPath(speakerId)} {...props} />
);

function DialogLink({ place, isInDialog = false, ...link }: DialogLinkProps & { to: string }) {
  return (
    <PageLink
      state={{ place, isInDialog } satisfies DialogOrigin}
      // A new entry even where the same dialog is just closing: closing it again goes one step back.
      replace={false}
      preventScrollReset
      {...link}
    />
  );
}

type ExternalLinkProps = { href: string; className?: string; children: React.ReactNode };

export function ExternalLink({ href, className, children }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
