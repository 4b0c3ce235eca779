import { data, Form, href, useNavigation } from "react-router";
import { organiserOf } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { tryOrLog } from "#app/http/admin-action.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { searchDelegates } from "#app/models/delegate/search.server.ts";
import { MessageInput } from "#app/models/message/input.server.ts";
import { countLeftOut } from "#app/models/message/message.server.ts";
import { deskAddress, messageAddress, readDesk } from "#app/routes/admin/delegates/desk-address.ts";
import { FilterChoices, SearchField } from "#app/routes/admin/delegates/filter-choices.tsx";
import { refuseMessageForm } from "#app/routes/admin/messages/failures.ts";
import { createFromForm } from "#app/routes/admin/messages/message-forms.server.ts";
import { SCREENS } from "#app/routes/admin/screens.ts";
import { SmallLink, TextLink } from "#app/routes/admin/ui-elements.tsx";
import { numberText } from "#app/vocabulary/counted.ts";
import { countedDelegates } from "#app/vocabulary/delegate-status.ts";
import { goneText, withoutEmailText } from "#app/vocabulary/organiser-message.ts";
import type { Route } from "./+types/new";

const BEGIN_ID = "begin";

type Found = Awaited<ReturnType<typeof countLeftOut>> &
  Pick<Awaited<ReturnType<typeof searchDelegates>>, "matching" | "latestId" | "sessions">;

export const meta = () => [];

export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { filter } = readDesk(searchParams);
  const subject = MessageInput.shape.subject.safeParse(searchParams.get("subject")).data ?? null;
  const read = await tryOrLog(async (): Promise<Found> => {
    const { matching, latestId, sessions } = await searchDelegates(filter, 1);
    return { matching, latestId, sessions, ...(await countLeftOut(filter)) };
  });
  const found = read?.value ?? null;
  return data({ filter, found, subject, formId: crypto.randomUUID() }, { status: found ? 200 : 500 });
}

export const action = ({ request, context }: Route.ActionArgs) =>
  createFromForm(request, organiserOf(context).email);

export const clientAction = withFormRecovery(refuseMessageForm("begin"));

export default function NewMessage({ loaderData }: Route.ComponentProps) {
  const { filter, found, subject, formId } = loaderData;
  const address = messageAddress(filter);
  return (
    <AdminPage
      title="New message"
      subtitle="First, choose recipients"
      actions={<SmallLink to={href("/admin/messages")}>{SCREENS.messages.title}</SmallLink>}
    >
      {found === null ? (
        <LoadFailure text="Failed to load delegates" href={address} />
      ) : (
        <div className="max-w-4xl">
          <Addressees key={address} {...{ filter, found, subject, formId }} />
        </div>
      )}
    </AdminPage>
  );
}

type AddresseesProps = { filter: DelegateFilter; found: Found; subject: string | null; formId: string };

/** Form for choosing recipients. Changed choices are counted again before the message is created. */
function Addressees({ filter, found, subject, formId }: AddresseesProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const { matching, sessions, gone, withoutEmail, latestId } = found;
  // If all recipients have been declined or have cancelled, the next page asks about them.
  const written = matching - withoutEmail - gone || matching - withoutEmail;
  return (
    <Form method="post" action={messageAddress(filter)}>
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="scope" value="all" />
      {subject !== null && <input type="hidden" name="subject" value={subject} />}
      {/* Excludes delegates who registered after the count. */}
      <input type="hidden" name="latest" value={latestId} />
      <search className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <SearchField q={filter.q} className="sm:col-span-2 lg:col-span-4" />
        <FilterChoices {...{ filter, sessions }} />
        <button
          type="submit"
          // The id keeps the focus after a new count.
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
        // Takes the focus if the button has disappeared.
        {...(written === 0 && { id: BEGIN_ID, tabIndex: -1 })}
        className="mt-8 border-ink border-t-3 pt-4 text-xl"
      >
        {matching === 0 ? "No delegates match." : `${countedDelegates(matching)}.`}
        {gone > 0 && (
          <span className="mt-2 block text-lg">
            The {goneText(gone)} {gone === 1 ? "gets" : "get"} nothing unless you include them on the next
            page.
          </span>
        )}
        {withoutEmail > 0 && <span className="mt-2 block text-lg">{withoutEmailText(withoutEmail)}</span>}
      </p>
      <p className="mt-2 mb-6 text-muted">
        To write to individual delegates,{" "}
        <TextLink to={deskAddress(filter)}>find them in Registered Delegates</TextLink>.
      </p>
      {written > 0 && (
        <button type="submit" id={BEGIN_ID} name="intent" value="begin" className="button" disabled={isBusy}>
          Write to {written === 1 ? "this one" : `these ${numberText(written)}`}
        </button>
      )}
    </Form>
  );
}
