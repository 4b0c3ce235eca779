import { Form, useNavigation } from "react-router";
import { DELEGATE_STATUSES } from "#app/models/delegate-status.ts";
import { capitalise } from "#app/routes/admin/delegates/capitalise.ts";

/** Changes the status of several: of those whose boxes are ticked, of the page, or of all that match. */
export function BulkForm({
  action,
  formId,
  shownIds,
  matching,
  latestId,
}: {
  action: string;
  formId: string;
  shownIds: number[];
  matching: number;
  latestId: number;
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
      <input type="hidden" name="shown" value={shownIds.join(",")} />
      <input type="hidden" name="latest" value={latestId} />
      <label>
        <span className="mb-1 block font-semibold">Change</span>
        <select name="scope" className="small-button">
          <option value="selected">the selected delegates</option>
          {shownIds.length > 1 && <option value="page">{`all ${shownIds.length} on this page`}</option>}
          {matching > shownIds.length && <option value="all">{`all ${matching} that match`}</option>}
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
