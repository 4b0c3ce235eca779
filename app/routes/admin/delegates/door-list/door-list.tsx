import { data, href } from "react-router";
import { helperContext } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { Pagination } from "#app/components/admin/pagination.tsx";
import { useHydrated } from "#app/components/page/loaded-document.ts";
import { runOrLogError } from "#app/http/admin-action.server.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { familyNameFirst } from "#app/models/delegate/person-name.ts";
import { listExpectedDelegates } from "#app/models/delegate/printed-lists.server.ts";
import { countText } from "#app/platform/text.ts";
import doorListStyles from "#app/routes/admin/delegates/door-list/door-list.css?url";
import { doorListUrl, isFilterSet, readListUrl } from "#app/routes/admin/delegates/list-url.ts";
import { DocumentLink, PrintButton } from "#app/routes/admin/ui-elements.tsx";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { passName } from "#app/vocabulary/pass.ts";
import { formatReference, listAnswersShown } from "#app/vocabulary/registration.ts";

import type { Route } from "./+types/door-list";

export async function loader({ request, context }: Route.LoaderArgs) {
  const isHelper = context.get(helperContext) !== null;
  const { filter: wanted, page: wantedPage } = readListUrl(new URL(request.url).searchParams);
  // Helpers see all, because a search could tell them email addresses.
  const filter = isHelper ? NO_FILTER : wanted;
  const read = await runOrLogError(() => listExpectedDelegates(wantedPage, filter));
  if (!read) return data({ list: null, isHelper }, { status: 500 });
  const { delegates, total, page, pageCount } = read.value;
  const people = delegates.map((delegate) => ({
    id: delegate.id,
    name: familyNameFirst(delegate.name),
    facts: listAnswersShown("doorList", delegate).flatMap(({ text }) => text || []),
    reference: formatReference(delegate.reference),
    type: passName(delegate.registrationType),
    note: NOTES[delegate.status] ?? null,
  }));
  return data({
    isHelper,
    list: { filter, people, total, page, pageCount },
  });
}

const NOTES: Partial<Record<DelegateStatus, string>> = { pending: "pending", attended: "checked in" };

/** Printable delegate list, sorted by family name, for use without a network. */
export default function DoorList({ loaderData: { list, isHelper } }: Route.ComponentProps) {
  const isHydrated = useHydrated();
  const screen = href("/admin/delegates/door-list");
  return (
    <AdminPage
      title="Door list"
      subtitle={
        list &&
        countText(list.total, "person expected", "people expected") +
          (isFilterSet(list.filter) ? ", of the filtered list" : "")
      }
      isForHelper={isHelper}
      isOwnDocument
      actions={isHydrated && list !== null && list.total > 0 && <PrintButton />}
    >
      <link rel="stylesheet" href={doorListStyles} precedence="screen" />
      {list === null ? (
        <LoadFailure text="Failed to load delegates" href={screen} />
      ) : (
        <>
          <div className="door-list-notes">
            <p>
              {list.total === 0
                ? "No one is expected yet."
                : "Print this page and keep it at the door in case the network fails. Tick the people who arrive, and check them in later."}
            </p>
            <p className="mt-2 flex flex-wrap gap-x-6">
              <DocumentLink href={href("/admin/delegates/door")}>Check-in</DocumentLink>
              {list.pageCount > 1 && (
                <Pagination {...list} url={(page) => doorListUrl(list.filter, page)} reloadDocument />
              )}
            </p>
          </div>
          {list.people.length > 0 && <People people={list.people} />}
        </>
      )}
    </AdminPage>
  );
}

type DoorList = NonNullable<Route.ComponentProps["loaderData"]["list"]>;

function People({ people }: Pick<DoorList, "people">) {
  return (
    <table className="door-list">
      <caption className="sr-only">Expected delegates, by family name</caption>
      <thead>
        <tr>
          <th scope="col">Here</th>
          <th scope="col">Name</th>
          <th scope="col">Pass</th>
          <th scope="col">Reference</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, name, facts, reference, type, note }) => (
          <tr key={id}>
            <td>
              <span className="door-list-box" />
            </td>
            <th scope="row">
              {name}
              {facts.length > 0 && <span className="door-list-outlet">, {facts.join(", ")}</span>}
            </th>
            <td>
              {type}
              {note && (
                <>
                  , <strong>{note}</strong>
                </>
              )}
            </td>
            <td className="door-list-reference">{reference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
