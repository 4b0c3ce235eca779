import { Link } from "react-router";
import { conference } from "#app/conference/conference.ts";
import { sessionPath, speakerPath } from "#app/sharing/sharing.ts";

/** Link without route discovery. The manifest contains all routes (react-router.config.ts). */
export const PageLink = (props: React.ComponentProps<typeof Link>) => <Link discover="none" {...props} />;

export const TextLink = (props: React.ComponentProps<typeof Link>) => (
  <PageLink {...props} className="text-link" />
);

export const ButtonLink = (props: React.ComponentProps<typeof Link>) => (
  <PageLink {...props} className="button" />
);

/** State of the history entry that a dialog link creates after the entry of the page. */
export type DialogOrigin = {
  /** Id of the element containing the link, to which the focus returns when the dialog closes. */
  place: string;
  isInDialog: boolean;
};

type DialogLinkProps = {
  /** Id of an element that contains no other link to the same dialog. */
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
      // Always adds a history entry, so closing the dialog goes back one entry.
      replace={false}
      preventScrollReset
      {...link}
    />
  );
}

const { email } = conference.contact;
export const ContactLink = ({ className = "text-link" }: { className?: string }) => (
  <a className={className} href={`mailto:${email}`}>
    {email}
  </a>
);

type ExternalLinkProps = { href: string; className?: string; children: React.ReactNode };

export function ExternalLink({ href, className, children }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** Focuses a link's target without a navigation, which would discard the form's errors. */
export function focusLinkTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
