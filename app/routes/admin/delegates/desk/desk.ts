// What the parts of the desk's list share.
import type { SubmissionResult } from "@conform-to/react";
import type { FormProblem } from "#app/components/form/error-summary.tsx";
import type { Duplicate } from "#app/models/delegate/duplicate.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import {
  type DelegateStatus,
  readShown,
  shownText,
  type UndoableChange,
} from "#app/vocabulary/delegate-status.ts";
import type { DelegateMail } from "#app/vocabulary/mail.ts";
import { PASSES } from "#app/vocabulary/pass.ts";
import type { DelegateJson } from "#app/vocabulary/registration.ts";

export type DeskDelegate = DelegateJson & {
  duplicate: Duplicate | null;
  mails: DelegateMail[];
  /** The last change of their status, while it can be undone. */
  undoable: UndoableChange | null;
};

/** What the rows of a page have in common. */
export type Desk = {
  filter: DelegateFilter;
  page: number;
  /** The address of the page, which every form comes back to. */
  screen: string;
  formId: string;
  /** Of the form that is on its way: its button about one person, or null. */
  sending: string | null;
};

/** Without script a page is loaded anew as a whole: no more often than one can read it. In seconds. */
export const LOOK_AGAIN_S = 8;

/** The id of the form that all buttons about one person belong to. */
export const DECISION_FORM = "decide";

/** What a button says of a decision about somebody; `isFacts` where it stands below their line. */
export const decisionText = (
  status: DelegateStatus,
  person: { id: number; status: DelegateStatus },
  isFacts = false,
) => `${status}:${shownText(person)}${isFacts ? ":open" : ""}`;

/** The id of the first field of the bar above the list. */
export const BAR_START = "bulk-scope";

/** The id of the field for a line to somebody. */
export const noteId = (delegateId: number): string => `note-${delegateId}`;

/** What is wrong with the form about several, or with a line to one, each with the field that it is about. */
export function deskProblems(result: SubmissionResult | undefined): FormProblem[] {
  const [one] = readShown((result?.initialValue?.id as string[] | undefined) ?? []);
  const fields = { scope: BAR_START, status: "bulk-status", note: noteId(one?.id ?? 0) };
  return Object.entries(fields).flatMap(([name, fieldId]) =>
    (result?.error?.[name] ?? []).map((message) => ({ fieldId, message })),
  );
}

/** Whether somebody is accredited, or declined, as a journalist. */
export const isJudged = ({ registrationType, status }: DeskDelegate): boolean =>
  PASSES[registrationType].accredits && status !== "cancelled" && status !== "attended";

/** Something that the key for Undo does not undo, and the screen that does. */
export type UndoElsewhere = { what: string; where: string; href: string };
