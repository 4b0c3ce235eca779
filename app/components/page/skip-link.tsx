import { focusTarget } from "#app/components/focus-target.ts";

/**
 * The first link of a page, to what it is about. While a dialog is open nobody gets here, but for browsers
 * without styles: theirs show the dialog after everything that it would cover.
 */
export function SkipLink({ isDialogOpen }: { isDialogOpen: boolean }) {
  return (
    <a href={isDialogOpen ? "#dialog-title" : "#main"} className="skip-link" onClick={focusTarget}>
      {isDialogOpen ? "Skip to the dialog" : "Skip to main content"}
    </a>
  );
}
