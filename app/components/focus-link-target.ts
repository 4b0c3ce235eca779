/** Focuses a link's target without a navigation, which would discard the form's errors. */
export function focusLinkTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
