/**
 * Follows a link within the page by the focus alone: an address of its own would be another page to the router,
 * without what it says is wrong with a form.
 */
export function focusTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
