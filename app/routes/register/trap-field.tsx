/** The name of the field below: what programs that fill in every form look for, and no browser fills by itself. */
export const TRAP_FIELD = "website";

/**
 * A field for robots. People neither see it nor come to it: `inert` keeps everybody out, and what is in it is sent
 * all the same. In a browser that shows text alone they read what it is. Whoever fills it in after all gets the
 * form back and loses nothing.
 */
export function TrapField() {
  return (
    <div className="sr-only" aria-hidden="true" inert>
      <label>
        Leave this empty <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
