// The card that was pressed becomes its dialog, where script opens it. Between two documents the browser does it
// (`@view-transition` in landing.css): a view transition within one would hold up the page until it has been drawn.

const DURATION_MS = 180;

/** Lets a dialog begin where its card is, in its size, for those who have not asked for less motion. */
export function growFrom(card: Element | null, dialog: HTMLElement): void {
  if (!card || !matchMedia("(prefers-reduced-motion: no-preference)").matches) return;
  const from = card.getBoundingClientRect();
  const to = dialog.getBoundingClientRect();
  // Nobody looks at a card that is out of sight.
  if (from.width === 0 || from.bottom < 0 || from.top > innerHeight) return;
  const scale = Math.min(1, from.width / to.width);
  const right = from.left + from.width / 2 - (to.left + to.width / 2);
  const down = from.top - to.top;
  const hidden = Math.max(0, 100 - (100 * from.height) / (to.height * scale));
  dialog.animate(
    {
      transformOrigin: ["top", "top"],
      transform: [`translate(${right}px, ${down}px) scale(${scale})`, "none"],
      clipPath: [`inset(0 0 ${hidden}%)`, "inset(0)"],
      opacity: [0.5, 1],
    },
    { duration: DURATION_MS, easing: "cubic-bezier(0.2, 0, 0, 1)" },
  );
}
