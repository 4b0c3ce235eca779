import { PageLink } from "#app/components/page-link.tsx";
import { sessionPath, speakerPath } from "#app/sharing/paths.ts";

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
