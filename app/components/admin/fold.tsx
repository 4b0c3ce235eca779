type FoldProps = React.PropsWithChildren<{
  label: React.ReactNode;
  /** Name of the item to which the fold belongs, for screen readers. */
  of?: string;
  id?: string;
  className?: string;
  isMain?: boolean;
  isOpen?: boolean;
  summary?: React.ComponentProps<"summary"> & { "data-tone"?: string };
  panel?: React.ComponentProps<"div">;
}>;

/** Disclosure whose panel covers the content below, so that nothing moves. Opening one closes the others. */
export function Fold(props: FoldProps) {
  const { label, of, id, className = "", isMain = false, isOpen = false, summary, panel, children } = props;
  return (
    <details
      className={`fold ${className}`}
      name="fold"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        // Scrolls only for keyboard users, because nothing may move under a pointer.
        if (currentTarget.open && currentTarget.querySelector("summary:focus-visible"))
          currentTarget.lastElementChild?.scrollIntoView({ block: "nearest", behavior: "instant" });
      }}
      onBlur={({ currentTarget, target, relatedTarget }) => {
        // Stays open if the focus moves to the strip or another window, or if the focused button is disabled.
        const isInside = currentTarget.contains(relatedTarget) || relatedTarget?.closest(".strip");
        const isLeft = document.activeElement !== target && !target.matches(":disabled");
        if (isLeft && !isInside) currentTarget.open = false;
      }}
      onKeyDown={({ currentTarget, key }) => {
        if (key !== "Escape" || !currentTarget.open) return;
        currentTarget.open = false;
        currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary id={id} className={isMain ? "button" : "small-button"} {...summary}>
        {label}
        {of !== undefined && <span className="sr-only"> for {of}</span>}
      </summary>
      {/* Focusable, so that a click on the text keeps the focus inside. */}
      <div className="fold-panel card" tabIndex={-1} {...panel}>
        {children}
      </div>
    </details>
  );
}

/** Links to the parts of a long list. For a single part, they are invisible but keep their space. */
export function JumpLinks({ places }: { places: { id: string; text: string }[] }) {
  return (
    <Fold label="Go to" className={places.length < 2 ? "invisible" : ""}>
      <nav aria-label="Parts of the list">
        <ul className="grid gap-1">
          {places.map(({ id, text }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="text-link"
                onClick={({ currentTarget }) => currentTarget.closest("details")?.removeAttribute("open")}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Fold>
  );
}
