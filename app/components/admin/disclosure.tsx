type FoldProps = React.PropsWithChildren<{
  label: React.ReactNode;
  /** Name of the item that the disclosure belongs to, for screen readers. */
  of?: string;
  id?: string;
  className?: string;
  isMain?: boolean;
  isOpen?: boolean;
  summary?: React.ComponentProps<"summary"> & { "data-tone"?: string };
  panel?: React.ComponentProps<"div">;
}>;

/** Disclosure with a panel that overlays the content below. Opening one closes the others. */
export function Disclosure(props: FoldProps) {
  const { label, of, id, className = "", isMain = false, isOpen = false, summary, panel, children } = props;
  return (
    <details
      className={`fold ${className}`}
      name="fold"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        // Scrolls only for keyboard users, because content must not move under a pointer.
        if (currentTarget.open && currentTarget.querySelector("summary:focus-visible"))
          currentTarget.lastElementChild?.scrollIntoView({ block: "nearest", behavior: "instant" });
      }}
      onBlur={({ currentTarget, target, relatedTarget }) => {
        // Stays open if a button is disabled, or focus moves to a message or another window.
        const isInside = currentTarget.contains(relatedTarget) || relatedTarget?.closest(".toast");
        const isLeft = document.activeElement !== target && !target.matches(":disabled");
        if (isLeft && !isInside) currentTarget.open = false;
      }}
      onClick={({ currentTarget, target }) => {
        // A link to another place of the site closes it, because the page may stay the same.
        const link = (target as Element).closest<HTMLAnchorElement>("a:is([href^='/'], [href^='#'])");
        if (!link || currentTarget.contains(document.getElementById(link.hash.slice(1)))) return;
        currentTarget.open = false;
        currentTarget.querySelector("summary")?.focus({ preventScroll: true });
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
      {/* Focusable, so a click on the text keeps the focus inside the disclosure. */}
      <div className="fold-panel card" tabIndex={-1} {...panel}>
        {children}
      </div>
    </details>
  );
}

/** Rows of a menu that belong together: links, buttons and checkboxes with labels. */
export const MenuGroup = ({ children }: React.PropsWithChildren) => (
  <div className="menu-group -mx-4 border-rule py-2 first:-mt-4 last:-mb-4 not-first:-mt-3 not-last:border-b">
    {children}
  </div>
);

/** Links to the sections of a long list. With only one section, the space remains empty. */
export function JumpLinks({ places }: { places: { id: string; text: string }[] }) {
  return (
    <Disclosure label="Go to" className={places.length < 2 ? "invisible" : ""}>
      <nav aria-label="Sections of the list">
        <ul className="grid gap-1">
          {places.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`} className="text-link">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Disclosure>
  );
}
