import type { Duplicate } from "#app/models/delegate/duplicate.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import type { PageState } from "#app/routes/admin/delegates/desk/page-state.tsx";
import {
  type DelegateStatus,
  shownStatusValue,
  type UndoableChange,
} from "#app/vocabulary/delegate-status.ts";
import type { DelegateMail } from "#app/vocabulary/mail.ts";
import { passOf } from "#app/vocabulary/pass.ts";
import type { DelegateJson } from "#app/vocabulary/registration.ts";

export type DeskDelegate = DelegateJson & {
  duplicate: Duplicate | null;
  mails: DelegateMail[];
  undoable: UndoableChange | null;
};

export type Desk = PageState & {
  filter: DelegateFilter;
  page: number;
  screen: string;
};

/** Seconds between page reloads without JavaScript: enough time to read the page. */
export const REFRESH_S = 8;

export const DECISION_FORM = "decide";

/** Returns the value of a button about one delegate. `isFacts` is true for a button in the unfolded row. */
export const decisionValue = (
  status: DelegateStatus,
  person: { id: number; status: DelegateStatus },
  isFacts = false,
) => `${status}:${shownStatusValue(person)}${isFacts ? ":open" : ""}`;

export const noteId = (delegateId: number): string => `note-${delegateId}`;

export const needsDecision = ({ registrationType, status }: DeskDelegate): boolean =>
  passOf(registrationType).accredits && status !== "cancelled" && status !== "attended";

export function focusRow(row: Element | null | undefined): void {
  row?.querySelector("summary")?.focus();
}

export const focusNextRow = (row: Element | null): void => focusRow(row?.nextElementSibling ?? row);
