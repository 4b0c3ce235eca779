import type { DuplicateMatch } from "#app/models/delegate/duplicates.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import type { ShownDelegate } from "#app/routes/admin/delegates/delegate-facts.tsx";
import { PAYMENTS, paymentOf, stateOf, type UndoableChange } from "#app/vocabulary/delegate-status.ts";
import type { DelegateMail } from "#app/vocabulary/mail.ts";

export type ListedDelegate = ShownDelegate & {
  duplicate: DuplicateMatch | null;
  mails: DelegateMail[];
  undoable: UndoableChange | null;
};

export type ListState = {
  formId: string;
  filter: DelegateFilter;
  page: number;
  screen: string;
};

export const DECISION_FORM_ID = "decide";

/** False for a row that has been decided since the list was loaded. It keeps its place, greyed. */
export const isStillMatching = (delegate: ListedDelegate, { status, only }: DelegateFilter): boolean =>
  (status === null || stateOf(delegate) === status) &&
  (only !== "silent" || delegate.status === "pending" || delegate.status === "confirmed") &&
  (!PAYMENTS.some((payment) => payment === only) || paymentOf(delegate) === only);

export function focusRow(row: Element | null | undefined, options?: FocusOptions): void {
  row?.querySelector("summary")?.focus(options);
}

export const focusNextRow = (row: Element | null): void => focusRow(row?.nextElementSibling ?? row);
