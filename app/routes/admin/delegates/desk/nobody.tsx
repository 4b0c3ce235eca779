import { href, Link } from "react-router";
import { type DelegateFilter, NO_FILTER } from "#app/models/delegate/filter.ts";
import type { UndoElsewhere } from "#app/routes/admin/delegates/desk/desk.ts";
import { Shortcuts } from "#app/routes/admin/delegates/desk/shortcuts.tsx";
import { deskAddress, isFiltering } from "#app/routes/admin/delegates/desk-address.ts";

/** What the screen says before anyone has registered. */
export function NobodyYet() {
  return (
    <>
      <p>No delegates registered yet</p>
      <p className="mt-2">
        They appear here as soon as someone sends the form. Share its address:{" "}
        <Link to={href("/register")} className="text-link">
          Delegate Registration
        </Link>
        . A list of those who are known already comes from a spreadsheet:{" "}
        <Link to={href("/admin/delegates/import")} className="text-link">
          Import
        </Link>
        .
      </p>
    </>
  );
}

/** A search keeps the choices beside it, which may be what leaves somebody out. */
export function NobodyFound({
  filter: { q, sort, ...choices },
  elsewhere,
}: {
  filter: DelegateFilter;
  elsewhere: UndoElsewhere[];
}) {
  return (
    <div className="mt-6 flex flex-wrap gap-x-6 gap-y-2 border-ink border-t-3 pt-4">
      <span>No delegates match this search.</span>{" "}
      {q !== "" && isFiltering({ ...choices, q: "", sort }) && (
        <>
          <Link to={deskAddress({ ...NO_FILTER, q, sort })} className="text-link wrap-anywhere">
            Search all delegates for “{q}”
          </Link>{" "}
        </>
      )}
      <Link to={href("/admin/delegates")} className="text-link">
        Show all delegates
      </Link>
      {/* The keys work here too: to the search, and to undo what was done last. */}
      <Shortcuts elsewhere={elsewhere} />
    </div>
  );
}
