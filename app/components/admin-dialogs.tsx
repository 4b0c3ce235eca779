import type { SubmissionResult } from "@conform-to/react";
import { useMemo } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { ErrorSummary } from "#app/components/error-summary.tsx";
import { formProblems } from "#app/components/form-problems.ts";
import { LeaveDialog } from "#app/components/leave-dialog.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import { useUnsavedChanges } from "#app/hooks/use-unsaved-changes.ts";

/** A form in a dialog of an admin screen; `action` is the dialog's own address, so errors find it open. */
export function FormDialog({
  title,
  screen,
  action,
  returnFocusTo,
  result,
  labels,
  submitLabel,
  pendingLabel,
  hasFile = false,
  isDraft = false,
  children,
}: {
  title: string;
  /** The path of the screen below the dialog. */
  screen: string;
  action: string;
  returnFocusTo: string;
  result: SubmissionResult | undefined;
  labels: Record<string, string>;
  submitLabel: string;
  pendingLabel: string;
  hasFile?: boolean;
  /** Whether it came with answers that were never saved, such as from before a login ended. */
  isDraft?: boolean;
  children: React.ReactNode;
}) {
  const isBusy = useNavigation().formAction === action;
  const close = useClose(screen);
  // The summary takes the focus anew with new problems, not with each question about leaving.
  const problems = useMemo(() => formProblems(result, labels), [result, labels]);
  const { form, onSubmit, blocker } = useUnsavedChanges({
    isRefused: isDraft || result !== undefined,
    isDialog: true,
  });
  return (
    <UrlDialog
      title={title}
      closeHref={screen}
      // Escape while the question is open answers it: stay.
      onClose={() => (blocker.state === "blocked" ? blocker.reset() : close())}
      returnFocusTo={returnFocusTo}
      closingText="Cancel"
    >
      <div className="mt-4">
        <ErrorSummary problems={problems} />
      </div>
      <Form
        ref={form}
        onSubmit={onSubmit}
        method="post"
        action={action}
        encType={hasFile ? "multipart/form-data" : undefined}
        noValidate
        className="mt-4"
        preventScrollReset
      >
        {children}
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? pendingLabel : submitLabel}
        </button>
      </Form>
      <LeaveDialog blocker={blocker} />
    </UrlDialog>
  );
}

/** Asks before something is deleted, and names what goes with it. */
export function DeleteDialog({
  what,
  name,
  alsoRemoves,
  screen,
  action,
  returnFocusTo,
}: {
  /** What kind of thing it is: speaker, session. */
  what: string;
  /** What is deleted, as the question has it: a session's title comes in quotes. */
  name: string;
  alsoRemoves: string | null;
  screen: string;
  action: string;
  returnFocusTo: string;
}) {
  const isBusy = useNavigation().formAction === action;
  const close = useClose(screen);
  return (
    <UrlDialog
      title={`Delete ${what}`}
      closeHref={screen}
      onClose={close}
      returnFocusTo={returnFocusTo}
      closingText="Cancel"
    >
      <p className="wrap-anywhere mt-4">Are you sure you want to delete {name}?</p>
      {alsoRemoves && <p className="mt-2 text-muted">{alsoRemoves}</p>}
      <Form method="post" action={action} className="mt-6" preventScrollReset>
        <button type="submit" className="button" name="intent" value="delete" disabled={isBusy}>
          {isBusy ? "Deleting..." : "Delete"}
        </button>
      </Form>
    </UrlDialog>
  );
}

/** The address asks for something that is not there any more. */
export function MissingDialog({ screen, what }: { screen: string; what: string }) {
  return (
    <UrlDialog
      title={`This ${what} no longer exists`}
      closeHref={screen}
      onClose={useClose(screen)}
      returnFocusTo="main"
      closingText="Back to the list"
    >
      <p className="mt-4">It has been deleted in the meantime. The list behind this message is up to date.</p>
    </UrlDialog>
  );
}

export function useClose(screen: string) {
  const navigate = useNavigate();
  return () => navigate(screen, { replace: true, preventScrollReset: true });
}

/** "Also removes 2 connections.", or null for none. */
export const alsoRemovesConnections = (count: number): string | null =>
  count === 0 ? null : `This also removes ${count} ${count === 1 ? "connection" : "connections"}.`;
