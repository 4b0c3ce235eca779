import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Form, Link, useNavigation, useSubmit } from "react-router";
import { Pagination } from "#app/components/admin/pagination.tsx";
import { ReturnField } from "#app/components/toast.tsx";
import type { DelegateFilter, DelegateSort } from "#app/models/delegate/filter.ts";
import { DelegateRow } from "#app/routes/admin/delegates/list/delegate-row.tsx";
import {
  DECISION_FORM_ID,
  focusRow,
  type ListedDelegate,
  type ListState,
} from "#app/routes/admin/delegates/list/list-state.ts";
import { listUrl } from "#app/routes/admin/delegates/list-url.ts";
import { shownStatusValue } from "#app/vocabulary/delegate-status.ts";

type DelegateListProps = {
  delegates: ListedDelegate[];
  /** Ids of delegates whose current status is being loaded. */
  stale: number[];
  desk: ListState;
  selectAll: React.ReactNode;
  pageCount: number;
  undoSeconds: number;
  result: SubmissionResult | undefined;
  isRefused: boolean;
  onTick: (ticked: number[]) => void;
};

export function DelegateList(props: DelegateListProps) {
  const { delegates, stale, desk, selectAll, pageCount, undoSeconds, result, isRefused, onTick } = props;
  const { filter, page, screen } = desk;
  const list = useRef<HTMLUListElement>(null);
  const lastTicked = useRef<HTMLInputElement>(null);
  const countTicked = () => onTick(findTicked(list.current));
  const countAtFirst = useEffectEvent(countTicked);
  useEffect(() => countAtFirst(), []);
  // Clears the submitted ticks, which would otherwise be counted again.
  const clear = useEffectEvent(() => {
    if (!isRefused) for (const box of findCheckboxes(list.current)) box.checked = false;
    countTicked();
  });
  const isBusy = useNavigation().formData?.get("intent") === "bulk";
  useEffect(() => {
    if (isBusy) return () => clear();
  }, [isBusy]);
  const tick = ({ target, shiftKey }: React.MouseEvent) => {
    const boxes = findCheckboxes(list.current);
    const place = boxes.indexOf(target as HTMLInputElement);
    if (place < 0) return;
    const from = lastTicked.current === null ? -1 : boxes.indexOf(lastTicked.current);
    const isOn = boxes[place]?.checked ?? false;
    if (shiftKey && from >= 0)
      for (const box of boxes.slice(Math.min(from, place), Math.max(from, place) + 1)) box.checked = isOn;
    lastTicked.current = boxes[place] ?? null;
    countTicked();
  };
  const submit = useSubmit();
  // A fetcher for each delegate, so that a decision does not interrupt the one before it.
  const decide = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = event.nativeEvent.submitter as HTMLButtonElement;
    const [, id] = button.value.split(":");
    if (!stale.includes(Number(id))) submit(button, { navigate: false, fetcherKey: `delegate-${id}` });
    // The result replaces the button.
    if (button.closest(".desk-decision")) focusRow(button.closest(".desk-row"), { preventScroll: true });
  };
  const typed = result?.initialValue;
  const selected = new Set(typed?.id as string[] | undefined);
  return (
    <>
      <Form method="post" action={screen} id={DECISION_FORM_ID} onSubmit={decide}>
        <input type="hidden" name="formId" value={desk.formId} />
        <ReturnField at="delegate" />
      </Form>
      <ColumnHeads filter={filter}>{selectAll}</ColumnHeads>
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
          // Remounted for each page, so the focus does not stay on the link.
          <nav key={page} aria-label="Pages" className="flex gap-6">
            <Pagination {...{ page, pageCount }} className="text-link" url={(to) => listUrl(filter, to)} />
          </nav>
        )}
        <p className="text-muted">
          When you confirm, decline or cancel a registration, the delegate gets an email
          {undoSeconds > 0 && ` ${undoSeconds} seconds later`}.
        </p>
      </div>
    </>
  );
}

/** Heads of the columns, on wide screens. */
function ColumnHeads({ filter, children }: React.PropsWithChildren<{ filter: DelegateFilter }>) {
  const isNewest = filter.sort === "newest";
  const sortLink = (text: string, sort: DelegateSort, arrow: string | false) => (
    <Link to={listUrl({ ...filter, sort })} className="inline-block min-h-6 hover:underline">
      <span className="sr-only">Sort by </span>
      {text} {arrow}
    </Link>
  );
  return (
    <div className="desk-heads grid h-8 items-center border-b border-b-ink px-px font-semibold text-[0.8125rem] text-muted max-lg:hidden">
      <div>{children}</div>
      <span>{sortLink("Name", "name", filter.sort === "name" && "↓")}</span>
      <span>Organisation and email</span>
      <span>Pass</span>
      <span>
        {sortLink("Since", isNewest ? "oldest" : "newest", filter.sort !== "name" && (isNewest ? "↓" : "↑"))}
      </span>
      <span className="desk-work max-xl:hidden">Work</span>
      <span className="[grid-column:-2]">Decision</span>
    </div>
  );
}

export const findCheckboxes = (list: ParentNode | null) => [
  ...(list?.querySelectorAll<HTMLInputElement>(".desk-check > input") ?? []),
];

/** Returns the ids of the ticked delegates. */
export const findTicked = (list: ParentNode | null): number[] =>
  findCheckboxes(list).flatMap(({ checked, value }) => (checked ? Number.parseInt(value, 10) : []));
