import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Pagination } from "#app/components/admin/pagination.tsx";
import type { Ticked } from "#app/routes/admin/delegates/desk/bulk-form.tsx";
import { DelegateRow } from "#app/routes/admin/delegates/desk/delegate-row.tsx";
import { DECISION_FORM, type Desk, type DeskDelegate } from "#app/routes/admin/delegates/desk/desk.ts";
import { PageStateFields } from "#app/routes/admin/delegates/desk/page-state.tsx";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { shownStatusValue } from "#app/vocabulary/delegate-status.ts";

type DelegateListProps = {
  delegates: DeskDelegate[];
  desk: Desk;
  pageCount: number;
  undoSeconds: number;
  result: SubmissionResult | undefined;
  isRefused: boolean;
  onTick: (ticked: Ticked) => void;
};

export function DelegateList(props: DelegateListProps) {
  const { delegates, desk, pageCount, undoSeconds, result, isRefused, onTick } = props;
  const { filter, page, screen } = desk;
  const list = useRef<HTMLUListElement>(null);
  const lastTicked = useRef<HTMLInputElement>(null);
  const countTicked = () => onTick(readTicked(list.current));
  const countAtFirst = useEffectEvent(countTicked);
  useEffect(() => countAtFirst(), []);
  // Clears the submitted ticks, which would otherwise be counted again.
  const clear = useEffectEvent(() => {
    if (!isRefused) for (const box of checkboxesIn(list.current)) box.checked = false;
    countTicked();
  });
  const isBusy = useNavigation().formData?.get("intent") === "bulk";
  useEffect(() => {
    if (isBusy) return () => clear();
  }, [isBusy]);
  const tick = ({ target, shiftKey }: React.MouseEvent) => {
    const boxes = checkboxesIn(list.current);
    const place = boxes.indexOf(target as HTMLInputElement);
    if (place < 0) return;
    const from = lastTicked.current === null ? -1 : boxes.indexOf(lastTicked.current);
    const isOn = boxes[place]?.checked ?? false;
    if (shiftKey && from >= 0)
      for (const box of boxes.slice(Math.min(from, place), Math.max(from, place) + 1)) box.checked = isOn;
    lastTicked.current = boxes[place] ?? null;
    countTicked();
  };
  const typed = result?.initialValue;
  const selected = new Set(typed?.id as string[] | undefined);
  return (
    <>
      <Form method="post" action={screen} id={DECISION_FORM} preventScrollReset>
        <PageStateFields {...desk} />
      </Form>
      {/* biome-ignore lint/a11y: handles clicks on its checkboxes */}
      <ul ref={list} className="rows text-base" onClick={tick}>
        {delegates.map((delegate) => {
          const isTyped = typed?.note !== undefined && selected.has(shownStatusValue(delegate));
          return (
            <DelegateRow
              key={delegate.id}
              {...{ delegate, desk }}
              isSelected={typed?.note === undefined && selected.has(shownStatusValue(delegate))}
              typed={isTyped ? String(typed?.note) : null}
              noteProblem={isTyped ? result?.error?.note?.[0] : undefined}
            />
          );
        })}
      </ul>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-base">
        {pageCount > 1 && (
          // Remounted for each page, so that the focus does not stay on the link.
          <nav key={page} aria-label="Pages" className="flex gap-6">
            <Pagination
              {...{ page, pageCount }}
              className="text-link"
              address={(to) => deskAddress(filter, to)}
            />
          </nav>
        )}
        <p className="text-muted">
          Delegates who are confirmed, declined or cancelled get an email
          {undoSeconds > 0 && `, ${undoSeconds} seconds later`}.
        </p>
      </div>
    </>
  );
}

export const checkboxesIn = (list: ParentNode | null) => [
  ...(list?.querySelectorAll<HTMLInputElement>(".desk-check > input") ?? []),
];

export function readTicked(list: ParentNode | null): Ticked {
  const ticked = checkboxesIn(list).filter(({ checked }) => checked);
  const needDecision = ticked.every((box) => box.closest("li")?.querySelector(".desk-decision"));
  return { count: ticked.length, needDecision };
}
