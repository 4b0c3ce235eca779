/** Moves the focus to a link's target without navigating, which would drop the form's problems. */
export function focusLinkTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
