import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { PageTurns } from "#app/components/admin/page-turns.tsx";
import { ReturnToPlace } from "#app/components/admin/return-to-place.tsx";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import type { Ticked } from "#app/routes/admin/delegates/desk/bulk-form.tsx";
import { DelegateRow } from "#app/routes/admin/delegates/desk/delegate-row.tsx";
import { DECISION_FORM, type DeskDelegate } from "#app/routes/admin/delegates/desk/desk.ts";
import { PageState } from "#app/routes/admin/delegates/desk/page-state.tsx";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { TextLink } from "#app/routes/admin/parts.tsx";
import { shownText } from "#app/vocabulary/delegate-status.ts";

type DelegateListProps = {
  delegates: DeskDelegate[];
  page: number;
  pageCount: number;
  formId: string;
  filter: DelegateFilter;
  undoSeconds: number;
  result: SubmissionResult | undefined;
  /** A number that changes once the ticks have been used: an unchanged tick would count again. */
  selection: number;
  onTick: (ticked: Ticked) => void;
};

export function DelegateList(props: DelegateListProps) {
  const { delegates, page, pageCount, formId, filter, undoSeconds, result, selection, onTick } = props;
  const list = useRef<HTMLUListElement>(null);
  const lastTicked = useRef<HTMLInputElement>(null);
  const countTicked = () => onTick(tickedOf(list.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each used selection is cleared once
  useEffect(() => {
    if (selection > 0) for (const box of boxesOf(list.current)) box.checked = false;
    countTicked();
  }, [selection]);
  const tick = ({ target, shiftKey }: React.MouseEvent) => {
    const boxes = boxesOf(list.current);
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
  const screen = deskAddress(filter, page);
  return (
    <>
      <Form method="post" action={screen} id={DECISION_FORM} preventScrollReset>
        <PageState />
        <ReturnToPlace at="delegate" />
        <input type="hidden" name="formId" value={formId} />
      </Form>
      {/* biome-ignore lint/a11y: its boxes take the clicks */}
      <ul ref={list} className="rows text-base" onClick={tick}>
        {delegates.map((delegate) => {
          const isTyped = typed?.note !== undefined && selected.has(shownText(delegate));
          return (
            <DelegateRow
              key={delegate.id}
              {...{ delegate, desk: { filter, page, screen, formId } }}
              isSelected={typed?.note === undefined && selected.has(shownText(delegate))}
              typed={isTyped ? String(typed?.note) : null}
              noteProblem={isTyped ? result?.error?.note?.[0] : undefined}
            />
          );
        })}
      </ul>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-base">
        {pageCount > 1 && (
          // Another page begins at its beginning.
          <nav key={page} aria-label="Pages" className="flex gap-6">
            <PageTurns
              {...{ page, pageCount }}
              link={(to, text) => <TextLink to={deskAddress(filter, to)}>{text}</TextLink>}
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

export const boxesOf = (list: ParentNode | null) => [
  ...(list?.querySelectorAll<HTMLInputElement>(".desk-check > input") ?? []),
];

export function tickedOf(list: ParentNode | null): Ticked {
  const ticked = boxesOf(list).filter(({ checked }) => checked);
  const areJudged = ticked.every((box) => box.closest("li")?.querySelector(".desk-decision"));
  return { count: ticked.length, areJudged };
}
