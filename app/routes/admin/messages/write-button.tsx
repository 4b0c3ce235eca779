import { Form, useNavigation } from "react-router";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { newMessageUrl } from "#app/routes/admin/delegates/list-url.ts";

type WriteButtonProps = React.PropsWithChildren<{
  filter: DelegateFilter;
  formId: string;
  page?: number;
  subject?: string;
  className?: string;
}>;

/** Begins a message to all delegates who match the filter, and opens its screen. */
export function WriteButton({ filter, formId, page, subject, className, children }: WriteButtonProps) {
  const action = newMessageUrl(filter, page);
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="formId" value={formId} />
      {subject !== undefined && <input type="hidden" name="subject" value={subject} />}
      <button
        type="submit"
        name="scope"
        value="all"
        className={className}
        disabled={useNavigation().formAction === action}
      >
        {children}
      </button>
    </Form>
  );
}
