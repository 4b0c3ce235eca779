/** Follows a link by the focus: to the router its address would be a page without the form's problems. */
export function focusTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
