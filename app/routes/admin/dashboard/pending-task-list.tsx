import { Form } from "react-router";
import { countText, numberText } from "#app/platform/text.ts";
import type { PendingTask } from "#app/routes/admin/pending-tasks.ts";
import { TextLink, TitledSection } from "#app/routes/admin/ui-elements.tsx";

export const MAX_TASK_DETAILS = 5;

export function PendingTaskList({ tasks, formId }: { tasks: PendingTask[]; formId: string }) {
  return (
    <TitledSection id="to-do-title" title="To do" titleClass="text-2xl" className="mb-12">
      {tasks.length === 0 ? (
        <p className="mt-3">Nothing to do.</p>
      ) : (
        <ul className="to-do-list">
          {tasks.map(({ text, to, count, details = [], isRestoredMail }) => (
            <li key={text}>
              {to === null ? text : <TextLink to={to}>{text}</TextLink>}
              {details.length > 0 && <Details details={details.slice(0, MAX_TASK_DETAILS)} count={count} />}
              {isRestoredMail && <HeldMail emails={countText(count, "email")} formId={formId} />}
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

function Details({ details, count }: { details: NonNullable<PendingTask["details"]>; count: number }) {
  const others = details.reduce((left, detail) => left - (detail.count ?? 1), count);
  return (
    <ul className="text-base text-muted">
      {details.map(({ text, to }, index) => (
        // The text cannot be the key, because two sessions may have the same title.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is static
        <li key={index} className="wrap-anywhere">
          {to ? <TextLink to={to}>{text}</TextLink> : text}
        </li>
      ))}
      {others > 0 && <li>and {numberText(others)} more</li>}
    </ul>
  );
}

const HeldMail = ({ emails, formId }: { emails: string; formId: string }) => (
  <Form method="post" className="mb-1 text-base" preventScrollReset>
    <input type="hidden" name="formId" value={formId} />
    <p className="mt-2">
      They were waiting when the backup was made and may have been sent since. None will be sent until you
      decide.
    </p>
    <div className="mt-2 flex flex-wrap items-baseline gap-x-6 gap-y-2">
      <button type="submit" name="intent" value="send" className="small-button">
        Send {emails}
      </button>
      <details className="history">
        <summary>Discard them</summary>
        <p className="my-2">They will never be sent. This cannot be undone.</p>
        <button type="submit" name="intent" value="discard" className="button button-danger">
          Discard {emails}
        </button>
      </details>
    </div>
  </Form>
);
