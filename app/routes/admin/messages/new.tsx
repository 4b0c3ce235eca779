import { data, Form, href, useNavigation } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { runOrLogError } from "#app/http/admin-action.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { searchDelegates } from "#app/models/delegate/search.server.ts";
import { MessageInput } from "#app/models/message/input.server.ts";
import { FilterFields, SearchField } from "#app/routes/admin/delegates/filter-fields.tsx";
import { listUrl, messageFormUrl, readListUrl } from "#app/routes/admin/delegates/list-url.ts";
import { refuseMessageForm } from "#app/routes/admin/messages/failures.ts";
import { createMessageFromForm } from "#app/routes/admin/messages/message-forms.server.ts";
import { SCREENS } from "#app/routes/admin/screens.ts";
import { SmallLink, TextLink } from "#app/routes/admin/ui-elements.tsx";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import type { Route } from "./+types/new";

const BEGIN_ID = "begin";

type Found = Pick<Awaited<ReturnType<typeof searchDelegates>>, "matching" | "latestId" | "sessions">;

export const meta = () => [];

export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { filter } = readListUrl(searchParams);
  const subject = MessageInput.shape.subject.safeParse(searchParams.get("subject")).data ?? null;
  const read = await runOrLogError(async (): Promise<Found> => {
    const { matching, latestId, sessions } = await searchDelegates(filter, 1);
    return { matching, latestId, sessions };
  });
  const found = read?.value ?? null;
  return data({ filter, found, subject, formId: crypto.randomUUID() }, { status: found ? 200 : 500 });
}

export const action = ({ request, context }: Route.ActionArgs) =>
  createMessageFromForm(request, getOrganiser(context).email);

export const clientAction = withFormRecovery(refuseMessageForm("begin"));

export default function NewMessage({ loaderData }: Route.ComponentProps) {
  const { filter, found, subject, formId } = loaderData;
  const url = messageFormUrl(filter);
  return (
    <AdminPage
      title="New message"
      subtitle="First, choose recipients"
      actions={<SmallLink to={href("/admin/messages")}>{SCREENS.messages.title}</SmallLink>}
    >
      {found === null ? (
        <LoadFailure text="Failed to load delegates" href={url} />
      ) : (
        <div className="max-w-4xl">
          <Addressees key={url} {...{ filter, found, subject, formId }} />
        </div>
      )}
    </AdminPage>
  );
}

type AddresseesProps = { filter: DelegateFilter; found: Found; subject: string | null; formId: string };

/** Form for choosing recipients. After a change, recounts them before creating the message. */
function Addressees({ filter, found, subject, formId }: AddresseesProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const { matching, sessions, latestId } = found;
  return (
    <Form method="post" action={messageFormUrl(filter)}>
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="scope" value="all" />
      {subject !== null && <input type="hidden" name="subject" value={subject} />}
      {/* Excludes delegates who registered after the count. */}
      <input type="hidden" name="latest" value={latestId} />
      <search className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <SearchField q={filter.q} className="sm:col-span-2 lg:col-span-4" />
        <FilterFields {...{ filter, sessions }} />
        <button
          type="submit"
          // The id lets this button keep the focus after a new count.
          id="count"
          name="intent"
          value="count"
          className="button button-quiet"
          disabled={isBusy}
        >
          Count recipients
        </button>
      </search>
      <p
        role="status"
        // Receives the focus if the button has disappeared.
        {...(matching === 0 && { id: BEGIN_ID, tabIndex: -1 })}
        className="mt-8 border-ink border-t-3 pt-4 text-xl"
      >
        {matching === 0 ? "No delegates match." : `${delegateCountText(matching)}.`}
      </p>
      <p className="mt-2 mb-6 text-muted">
        The next pages show who has no email address, was declined or has cancelled. To write to individual
        delegates, <TextLink to={listUrl(filter)}>select them in Registered Delegates</TextLink>.
      </p>
      {matching > 0 && (
        <button type="submit" id={BEGIN_ID} name="intent" value="begin" className="button" disabled={isBusy}>
          Write to {matching === 1 ? "this delegate" : `these ${delegateCountText(matching)}`}
        </button>
      )}
    </Form>
  );
}
