import { useMemo } from "react";
import { data, Form, href, useNavigation } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { DeletedItemPage, PanelNotFound } from "#app/components/admin/fallback-pages.tsx";
import {
  DraftNotice,
  getFormId,
  getFormVersion,
  StaleNotice,
  submittedValues,
} from "#app/components/admin/form-notices.tsx";
import { useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { ErrorSummary, formProblems } from "#app/components/form/error-summary.tsx";
import { CheckboxField, createFieldProps, TextField } from "#app/components/form/field.tsx";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { parseId } from "#app/http/json.server.ts";
import { getMessage } from "#app/models/message/message.server.ts";
import { confirmationUrl, messageUrl } from "#app/routes/admin/delegates/list-url.ts";
import { loadDraft } from "#app/routes/admin/draft-and-history.server.ts";
import { refuseMessageForm } from "#app/routes/admin/messages/failures.ts";
import { editMessage } from "#app/routes/admin/messages/message-forms.server.ts";
import { SCREENS } from "#app/routes/admin/screens.ts";
import { SmallLink, TextLink } from "#app/routes/admin/ui-elements.tsx";
import { shouldRevalidateConflict } from "#app/routes/admin/use-dialog.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import {
  isMessageEditable,
  MESSAGE_LABELS,
  type MessageJson,
  messageName,
  withdrawnRecipientsText,
} from "#app/vocabulary/organiser-message.ts";
import type { Route } from "./+types/edit";

export const meta = () => [];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const message = await getMessage(parseId(params.id) ?? 0);
  // If the message has been deleted, the 404 page shows the input instead of an error.
  return data(
    { message, draft: await loadDraft({ request, context }), formId: crypto.randomUUID() },
    { status: message ? 200 : 404 },
  );
}

export const shouldRevalidate = shouldRevalidateConflict;

export const action = ({ request, params, context }: Route.ActionArgs) =>
  editMessage(request, parseId(params.id) ?? 0, getOrganiser(context).email);

export const clientAction = withFormRecovery(refuseMessageForm("save"));

export default function EditMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { message, draft, formId } = loaderData;
  const { result, conflict = null } = actionData ?? {};
  const problems = useMemo(() => formProblems(result, MESSAGE_LABELS), [result]);
  if (message === null) return <DeletedMessage typed={submittedValues(result) ?? draft} />;
  return (
    <AdminPage
      title={message.subject === "" ? "New message" : messageName(message)}
      subtitle={`To ${delegateCountText(message.recipients)}`}
      isRefused={problems.length > 0}
      actions={
        <>
          <SmallLink to={message.subject === "" ? href("/admin/messages") : messageUrl(message.id)}>
            {message.subject === "" ? SCREENS.messages.title : "Preview"}
          </SmallLink>
          {isMessageEditable(message) && (
            <SmallLink id="delete" to={confirmationUrl(message.id, "delete")}>
              Delete<span className="sr-only"> the message</span>
            </SmallLink>
          )}
        </>
      }
    >
      <div className="max-w-3xl">
        <ErrorSummary problems={problems} />
        {draft !== null && result === undefined && <DraftNotice />}
        {!isMessageEditable(message) && (
          <p className="card mb-6" data-tone="yellow">
            This message has been scheduled or sent, so it cannot be changed here.{" "}
            <TextLink to={messageUrl(message.id)}>See its delivery</TextLink>.
          </p>
        )}
        {conflict === "stale" && <StaleNotice labels={MESSAGE_LABELS} current={valuesOf(message)} />}
        <MessageForm {...{ message, formId, draft, result, conflict }} />
      </div>
    </AdminPage>
  );
}

function DeletedMessage({ typed }: { typed: Record<string, string> | null }) {
  if (!typed) return <PanelNotFound text="This message no longer exists." />;
  return (
    <DeletedItemPage
      text="This message has since been deleted. It can be restored from the list for 10 minutes after the deletion."
      labels={MESSAGE_LABELS}
      typed={typed}
      actions={<SmallLink to={href("/admin/messages")}>{SCREENS.messages.title}</SmallLink>}
    />
  );
}

type Refused = Partial<Pick<NonNullable<Route.ComponentProps["actionData"]>, "result" | "conflict">>;
type MessageFormProps = Route.ComponentProps["loaderData"] & Refused & { message: MessageJson };

function MessageForm({ message, formId, draft, result, conflict }: MessageFormProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const form = useUnsavedChanges({
    isRefused: result !== undefined || draft !== null,
    isDialog: false,
  });
  const typed = submittedValues(result) ?? draft;
  const field = createFieldProps(MESSAGE_LABELS, result, typed ?? valuesOf(message));
  return (
    <Form ref={form} method="post" noValidate>
      <input type="hidden" name="formId" value={getFormId(formId, typed, conflict)} />
      <input type="hidden" name="seen" value={getFormVersion(message, typed, conflict)} />
      {/* Links a draft to the message, so both are deleted together. */}
      <input type="hidden" name="message" value={message.id} />
      <TextField
        {...field("subject")}
        maxLength={600}
        autoComplete="off"
        readOnly={!isMessageEditable(message)}
        autoFocus={result === undefined}
      />
      <TextField
        {...field("text")}
        rows={14}
        readOnly={!isMessageEditable(message)}
        hint="Plain text, with a blank line between paragraphs. {name}, {reference} and {link} become each delegate’s own name, reference and private link. A sentence below your text tells delegates why they are receiving the message."
      />
      {isMessageEditable(message) && (message.gone > 0 || message.isForAll) && (
        <CheckboxField
          {...field("isForAll")}
          label={`Also write to the ${withdrawnRecipientsText(message.gone)}`}
        />
      )}
      {isMessageEditable(message) && (
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? "Saving..." : "Save and preview"}
        </button>
      )}
    </Form>
  );
}

const valuesOf = ({ subject, text, isForAll }: MessageJson) => ({
  subject,
  text,
  isForAll: isForAll ? "on" : "",
});
