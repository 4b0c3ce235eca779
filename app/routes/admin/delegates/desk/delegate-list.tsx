import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { BulkForm } from "#app/routes/admin/delegates/desk/bulk-form.tsx";
import { DelegateCard, type DeskDelegate } from "#app/routes/admin/delegates/desk/delegate-card.tsx";
import { DeskPages } from "#app/routes/admin/delegates/desk/desk-pages.tsx";
import { MailState } from "#app/routes/admin/delegates/desk/mail-state.tsx";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { shownText } from "#app/vocabulary/delegate-status.ts";
import type { DelegateMail } from "#app/vocabulary/mail.ts";

/**
 * A number for what is ticked: another one once that has been used, and nobody is ticked any more. Whoever was
 * what they were to become is not changed, and would be with the next change.
 */
function useSelection(isRefused: boolean): number {
  const [selection, setSelection] = useState(0);
  const isBusy = useNavigation().formData?.get("intent") === "bulk";
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !isRefused) setSelection((last) => last + 1);
    wasBusy.current = isBusy;
  }, [isBusy, isRefused]);
  return selection;
}

/** The page of delegates that was found, with the form about several of them above it. */
export function DelegateList({
  found: { matching, latestId, revision, delegates, page, pageCount, offset },
  formId,
  filter,
  result,
  isRefused,
}: {
  found: {
    matching: number;
    latestId: number;
    revision: number;
    delegates: (DeskDelegate & { mails: DelegateMail[] })[];
    page: number;
    pageCount: number;
    /** How many stand before the first one of the page. */
    offset: number;
  };
  formId: string;
  filter: DelegateFilter;
  /** The form about several, as it came back. */
  result: SubmissionResult | undefined;
  /** Whether the last form was not carried out, whatever the reason. */
  isRefused: boolean;
}) {
  const selection = useSelection(isRefused);
  const selected = new Set(result?.initialValue?.id as string[] | undefined);
  const screen = deskAddress(filter, page);
  const pages = { filter, page, pageCount, matching, first: offset + 1, last: offset + delegates.length };
  return (
    <>
      <div className="mt-6 grid gap-4 border-ink border-t-3 pt-4">
        <BulkForm
          key={formId}
          action={screen}
          formId={formId}
          shown={delegates}
          result={result}
          {...{ matching, latestId, revision }}
        />
        <DeskPages {...pages} />
      </div>
      <ul className="my-4 grid gap-4 lg:grid-cols-2">
        {delegates.map((delegate) => (
          <DelegateCard
            key={delegate.id}
            {...{ delegate, formId, filter, page, selection }}
            isSelected={selected.has(shownText(delegate))}
            mail={
              <MailState
                delegateId={delegate.id}
                delegateName={delegate.name}
                mails={delegate.mails}
                action={screen}
                formId={formId}
              />
            }
          />
        ))}
      </ul>
      <DeskPages {...pages} isRepeated />
    </>
  );
}
