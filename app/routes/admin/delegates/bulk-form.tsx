import { Form, useNavigation } from "react-router";
import { DELEGATE_STATUSES, type DelegateStatus, shownText } from "#app/models/delegate-status.ts";
import { capitalise } from "#app/routes/admin/delegates/capitalise.ts";

/** Changes the status of several: of those whose boxes are ticked, of the page, or of all that match. */
export function BulkForm({
  action,
  formId,
  shown,
  matching,
  latestId,
  revision,
}: {
  action: string;
  formId: string;
  /** Who stands on the page, as it shows them. */
  shown: { id: number; status: DelegateStatus }[];
  matching: number;
  /** Who came later, and what has changed later, this page has not shown. */
  latestId: number;
  revision: number;
}) {
  const isBusy = useNavigation().formData?.get("intent") === "bulk";
  return (
    <Form
      method="post"
      action={action}
      id="bulk"
      className="flex flex-wrap items-end gap-x-4 gap-y-3 text-base"
      preventScrollReset
    >
      <input type="hidden" name="intent" value="bulk" />
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="shown" value={shown.map(shownText).join(",")} />
      <input type="hidden" name="latest" value={latestId} />
      <input type="hidden" name="seen" value={revision} />
      <label>
        <span className="mb-1 block font-semibold">Change</span>
        <select name="scope" className="small-button">
          <option value="selected">the selected delegates</option>
          {shown.length > 1 && <option value="page">{`all ${shown.length} on this page`}</option>}
          {matching > shown.length && <option value="all">{`all ${matching} that match`}</option>}
        </select>
      </label>
      <label>
        <span className="mb-1 block font-semibold">to status</span>
        <select name="status" className="small-button">
          <option value="">Choose a status</option>
          {DELEGATE_STATUSES.map((status) => (
            <option key={status} value={status}>
              {capitalise(status)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="small-button" disabled={isBusy}>
        {isBusy ? "Applying..." : "Apply"}
      </button>
      <p className="text-muted">Delegates who are confirmed, declined or cancelled get a mail.</p>
    </Form>
  );
}
