type FoldProps = {
  /** The words of its button. */
  label: React.ReactNode;
  /** The thing that the fold belongs to, for a screen reader. */
  of?: string;
  id?: string;
  className?: string;
  isOpen?: boolean;
  children: React.ReactNode;
};

/** Unfolds a panel over what is below: nothing moves, and one is open at a time. */
export function Fold({ label, of, id, className = "", isOpen = false, children }: FoldProps) {
  return (
    <details
      className={`fold ${className}`}
      name="fold"
      open={isOpen}
      onBlur={({ currentTarget, relatedTarget }) => {
        // An open panel would cover the new focus, but for a message in the strip.
        const isAway = relatedTarget !== null && !currentTarget.contains(relatedTarget);
        if (isAway && !relatedTarget.closest(".strip")) currentTarget.open = false;
      }}
      onKeyDown={({ currentTarget, key, target }) => {
        if (
          key !== "Escape" ||
          !currentTarget.open ||
          (target as Element).closest("details") !== currentTarget
        )
          return;
        currentTarget.open = false;
        currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary id={id} className="small-button">
        {label}
        {of !== undefined && <span className="sr-only"> of {of}</span>}
      </summary>
      <div className="fold-panel card">{children}</div>
    </details>
  );
}

/** Links to the parts of a long list. */
export function JumpLinks({ places }: { places: { id: string; text: string }[] }) {
  if (places.length < 2) return null;
  return (
    <Fold label="Go to">
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
