/** The name of the field below: what programs that fill in every form look for, and no browser fills by itself. */
export const TRAP_FIELD = "website";

/**
 * A field for robots. People neither see it nor come to it; in a browser that shows text alone they read what
 * it is. Whoever fills it in all the same gets the form back and loses nothing.
 */
export function TrapField() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Leave this empty <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
