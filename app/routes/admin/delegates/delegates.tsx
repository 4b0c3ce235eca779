import { data, Link, useLocation } from "react-router";
import { userContext } from "#app/auth.server.ts";
import { AdminPage } from "#app/components/admin-page.tsx";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { attempt } from "#app/http/admin-action.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { getDelegate, toDelegateJson } from "#app/models/delegate.server.ts";
import { countMails } from "#app/models/delegate-personal-data.server.ts";
import { findDuplicates, searchDelegates } from "#app/models/delegate-search.server.ts";
import { BulkForm } from "#app/routes/admin/delegates/bulk-form.tsx";
import { DelegateCard } from "#app/routes/admin/delegates/delegate-card.tsx";
import { DeleteDataDialog } from "#app/routes/admin/delegates/delete-data-dialog.tsx";
import { deskAction } from "#app/routes/admin/delegates/desk-action.server.ts";
import { deskAddress, readDesk, SCREEN } from "#app/routes/admin/delegates/desk-address.ts";
import { DeskPages } from "#app/routes/admin/delegates/desk-pages.tsx";
import { DeskSearch } from "#app/routes/admin/delegates/desk-search.tsx";
import { sendDownloads } from "#app/routes/admin/delegates/downloads.server.ts";
import type { Route } from "./+types/delegates";

export const meta = () => [];

export const middleware = [sendDownloads];

/** The page of delegates that the address asks for; where it cannot be read the screen says so. */
export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { filter, page } = readDesk(searchParams);
  const read = await attempt(async () => {
    const { delegates, ...found } = await searchDelegates(filter, page);
    const duplicates = await findDuplicates(delegates);
    return {
      ...found,
      delegates: delegates.map((delegate) => ({
        ...toDelegateJson(delegate),
        duplicate: duplicates.get(delegate.id) ?? null,
      })),
      toDelete: await readToDelete(parseId(searchParams.get("delete") ?? "")),
    };
  });
  return data(
    { filter, found: read?.value ?? null, formId: crypto.randomUUID() },
    { status: read ? 200 : 500 },
  );
}

/** Who is to be deleted, if anybody: they need not be on the page below the question. */
async function readToDelete(id: number | null) {
  if (id === null) return null;
  const delegate = await getDelegate(id);
  return delegate && { delegate: toDelegateJson(delegate), mailCount: await countMails(id) };
}

export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(request, context.get(userContext)?.email ?? "");

export default function Delegates({ loaderData: { filter, found, formId } }: Route.ComponentProps) {
  const isDeleting = new URLSearchParams(useLocation().search).has("delete");
  if (found === null) {
    return (
      <AdminPage title="Registered Delegates">
        <LoadFailure text="Failed to load delegates" href={deskAddress(filter)} />
      </AdminPage>
    );
  }
  const { total, matching, press, latestId, delegates, page, pageCount, offset, toDelete } = found;
  const screen = deskAddress(filter, page);
  const pages = { filter, page, pageCount, matching, first: offset + 1, last: offset + delegates.length };
  return (
    <>
      <AdminPage title="Registered Delegates" subtitle={`${total} total registrations`} inert={isDeleting}>
        {total === 0 ? (
          <p>No delegates registered yet</p>
        ) : (
          <>
            <DeskSearch filter={filter} matching={matching} press={press} />
            {matching === 0 ? (
              <NobodyFound />
            ) : (
              <>
                <div className="mt-6 grid gap-4 border-ink border-t-3 pt-4">
                  <BulkForm
                    key={formId}
                    action={screen}
                    formId={formId}
                    shownIds={delegates.map(({ id }) => id)}
                    matching={matching}
                    latestId={latestId}
                  />
                  <DeskPages {...pages} />
                </div>
                <ul className="my-4 grid gap-4 lg:grid-cols-2">
                  {delegates.map((delegate) => (
                    <DelegateCard key={delegate.id} {...{ delegate, formId, filter, page }}>
                      {/* The place for what else is known about a delegate: their mail, their history, the door. */}
                    </DelegateCard>
                  ))}
                </ul>
                <DeskPages {...pages} isRepeated />
              </>
            )}
          </>
        )}
      </AdminPage>
      {isDeleting && (
        <DeleteDataDialog
          delegate={toDelete?.delegate ?? null}
          mailCount={toDelete?.mailCount ?? 0}
          screen={screen}
        />
      )}
    </>
  );
}

function NobodyFound() {
  return (
    <p className="mt-6 border-ink border-t-3 pt-4">
      No delegates match this search.{" "}
      <Link to={SCREEN} className="text-link">
        Show all delegates
      </Link>
    </p>
  );
}
