import { Link } from "react-router";
import type { ToDo } from "#app/routes/admin/to-do.ts";

/** So many are named of each thing to do; the screen behind it has all. */
export const NAMED = 5;

/** What the dashboard begins with: all that waits for an organiser, and the way to where it is done. */
export function ToDoList({ todo }: { todo: ToDo[] }) {
  return (
    <section aria-labelledby="to-do-title" className="mb-12">
      <h2 id="to-do-title" className="text-2xl">
        To do
      </h2>
      {todo.length === 0 ? (
        <p className="mt-3">Nothing waits for you.</p>
      ) : (
        <ul className="to-do-list">
          {todo.map(({ text, to, count, details }) => (
            <li key={text}>
              {to === null ? (
                text
              ) : (
                <Link to={to} className="text-link">
                  {text}
                </Link>
              )}
              {details.length > 0 && <Details details={details.slice(0, NAMED)} count={count} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Details({ details, count }: { details: ToDo["details"]; count: number }) {
  const others = details.reduce((left, detail) => left - (detail.count ?? 1), count);
  return (
    <ul className="text-base text-muted">
      {details.map(({ text, to }, index) => (
        // Two sessions may have one title.
        // biome-ignore lint/suspicious/noArrayIndexKey: they are shown, and nothing else
        <li key={index} className="wrap-anywhere">
          {to ? (
            <Link to={to} className="text-link">
              {text}
            </Link>
          ) : (
            text
          )}
        </li>
      ))}
      {others > 0 && <li>and {others.toLocaleString("en-AU")} more</li>}
    </ul>
  );
}
