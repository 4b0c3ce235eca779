import { Link } from "react-router";
import { capitalise } from "#app/platform/capitalise.ts";
import { DelegateContact, DelegateFacts } from "#app/routes/admin/delegates/delegate-facts.tsx";
import {
  DECISION_FORM,
  type Desk,
  type DeskDelegate,
  decisionText,
} from "#app/routes/admin/delegates/desk/desk.ts";
import { personAddress, rowId } from "#app/routes/admin/delegates/desk-address.ts";
import { DuplicateNote } from "#app/routes/admin/delegates/duplicate-note.tsx";
import { MailState } from "#app/routes/admin/delegates/mail-state.tsx";
import { DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";

/** What is folded out below a delegate's line: all that is known of them, their mail, and every status. */
export function RowFacts({ delegate, desk }: { delegate: DeskDelegate; desk: Desk }) {
  const { id, name, email, duplicate, mails } = delegate;
  return (
    <div id={rowId(id, true)} className="desk-facts">
      <div className="min-w-0">
        <DelegateContact {...delegate} />
        <DuplicateNote name={name} email={email} duplicate={duplicate} />
        <DelegateFacts delegate={delegate} />
      </div>
      <div className="min-w-0">
        <StatusButtons delegate={delegate} sending={desk.sending} />
        <p className="my-4 text-base">
          <Link className="text-link" to={personAddress(id, desk.filter, desk.page)}>
            Edit, history and personal data<span className="sr-only"> of {name}</span>
          </Link>
        </p>
        {/* Last: an email that is on its way moves none of the buttons. */}
        <MailState
          delegateId={id}
          delegateName={name}
          mails={mails}
          action={desk.screen}
          formId={desk.formId}
        />
      </div>
    </div>
  );
}

/** Every status, a click each. The one they have stays in its place, so that the focus does: it was pressed a moment ago. */
function StatusButtons({ delegate, sending }: { delegate: DeskDelegate; sending: string | null }) {
  return (
    <fieldset className="text-base">
      <legend className="font-semibold text-muted text-sm">
        Change status<span className="sr-only"> of {delegate.name}</span> to
      </legend>
      <p className="mt-1 flex flex-wrap gap-2">
        {DELEGATE_STATUSES.map((status) => {
          const decision = decisionText(status, delegate, true);
          const isCurrent = status === delegate.status;
          return (
            <button
              key={status}
              type={isCurrent ? "button" : "submit"}
              form={DECISION_FORM}
              name="decision"
              value={decision}
              className="small-button"
              disabled={sending === decision}
              aria-disabled={isCurrent || undefined}
              aria-current={isCurrent || undefined}
            >
              {capitalise(status)}
            </button>
          );
        })}
      </p>
    </fieldset>
  );
}
