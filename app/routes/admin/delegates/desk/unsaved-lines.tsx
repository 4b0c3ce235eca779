import type { Location } from "react-router";
import { LeaveDialog, useLeaveQuestion } from "#app/components/admin/unsaved-changes.tsx";
import { deskAddress, readDesk } from "#app/routes/admin/delegates/desk-address.ts";

/** Asks before lines to delegates are lost that were typed and not sent. One question for all: a page can ask but one. */
export const UnsavedLines = () => (
  <LeaveDialog blocker={useLeaveQuestion(hasLine, isAnotherList)} onLeave={dropLines} />
);

const lines = () => [...document.querySelectorAll<HTMLInputElement>("#main input[name=note]")];

const hasLine = () => lines().some(({ value }) => value.trim() !== "");

/** The row of somebody who is on the next list too stays as it is, with what was typed in it. */
function dropLines(): void {
  for (const line of lines()) {
    line.value = "";
    line.closest("details")?.removeAttribute("open");
  }
}

/**
 * What else the address of the desk says, such as what has changed, leaves the list as it is. So does the moment that
 * it is of: the answer to a decision brings it, as the line to the next person is typed already.
 */
const isAnotherList = (here: Location, next: Location) => listOf(here) !== listOf(next);

function listOf({ pathname, search }: Location): string {
  const { filter, page } = readDesk(new URLSearchParams(search));
  return pathname + deskAddress({ ...filter, asOf: null }, page);
}
