import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { ReturnToPlace } from "#app/components/admin/kept-place.tsx";
import { PageTurns } from "#app/components/admin/page-turns.tsx";
import { useOneAtATime } from "#app/components/admin/use-one-at-a-time.ts";
import { giveFocus } from "#app/components/focus.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import type { searchDelegates } from "#app/models/delegate/search.server.ts";
import { BulkForm } from "#app/routes/admin/delegates/desk/bulk-form.tsx";
import { DelegateRow } from "#app/routes/admin/delegates/desk/delegate-row.tsx";
import {
  DECISION_FORM,
  type DeskDelegate,
  type UndoElsewhere,
} from "#app/routes/admin/delegates/desk/desk.ts";
import { PageState, PageStateContext } from "#app/routes/admin/delegates/desk/page-state.tsx";
import { Shortcuts } from "#app/routes/admin/delegates/desk/shortcuts.tsx";
import { deskAddress, messageAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { TextLink } from "#app/routes/admin/parts.tsx";
import { shownText } from "#app/vocabulary/delegate-status.ts";
import { passOf } from "#app/vocabulary/pass.ts";

/** A number that changes once the ticks have been used: an unchanged tick would count again. */
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

type Found = Omit<Awaited<ReturnType<typeof searchDelegates>>, "delegates" | Unshown>;
type Unshown = "recentChanges" | "undoableElsewhere";
type DelegateListProps = {
  found: Found & { delegates: DeskDelegate[]; elsewhere: UndoElsewhere[] };
  formId: string;
  filter: DelegateFilter;
  undoSeconds: number;
  result: SubmissionResult | undefined;
  isRefused: boolean;
};

export function DelegateList({ found, formId, filter, undoSeconds, result, isRefused }: DelegateListProps) {
  const { standing, latestId, revision, delegates, page } = found;
  const list = useRef<HTMLUListElement>(null);
  const selection = useSelection(isRefused);
  const [ticked, setTicked] = useState(0);
  const countTicked = () => setTicked(boxesOf(list.current).filter(({ checked }) => checked).length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is ticked changes with the rows
  useEffect(countTicked, [selection, delegates]);
  const waitForAnswer = useOneAtATime();
  const sending = useNavigation().formData?.get("decision") ?? null;
  const typed = result?.initialValue;
  const selected = new Set(typed?.id as string[] | undefined);
  const screen = deskAddress(filter, page);
  const desk = { filter, page, screen, formId, sending: sending === null ? null : String(sending) };
  const standingHere = delegates.filter(({ status }) => filter.status === null || status === filter.status);
  /** The status that others on the page no longer have: 'all' leaves those out. */
  const left = standingHere.length < delegates.length ? filter.status : null;
  const state = useMemo(() => ({ revision, latestId }), [revision, latestId]);
  useFirstRow(list, page);
  return (
    <PageStateContext value={state}>
      <div className="desk" onSubmitCapture={waitForAnswer}>
        <div className="desk-head">
          <DeskPages {...{ found, filter }} />
          <SelectAll
            key={selection}
            text={left === null ? "Select all on this page" : `Select all still ${left}`}
            isAll={ticked > 0 && ticked === standingHere.length}
            onSelect={(isOn) => {
              const people = new Set(standingHere.map(shownText));
              for (const box of boxesOf(list.current)) box.checked = isOn && people.has(box.value);
              countTicked();
            }}
          />
          <Shortcuts elsewhere={found.elsewhere} />
          <p className="text-muted">
            Delegates who are confirmed, declined or cancelled get an email
            {undoSeconds > 0 && `, ${undoSeconds} seconds later`}.
          </p>
        </div>
        <BulkForm
          action={screen}
          writeAction={messageAddress(filter, page)}
          formId={formId}
          shown={standingHere}
          result={result}
          {...{ standing, ticked, left }}
        />
        <Form method="post" action={screen} id={DECISION_FORM} preventScrollReset>
          <PageState />
          <ReturnToPlace at="delegate" />
          <input type="hidden" name="formId" value={formId} />
        </Form>
        <ul
          ref={list}
          className="desk-list"
          data-judging={delegates.some((one) => passOf(one.registrationType).accredits) || undefined}
          onChange={countTicked}
        >
          {delegates.map((delegate) => {
            const isTyped = typed?.note !== undefined && selected.has(shownText(delegate));
            return (
              <DelegateRow
                key={delegate.id}
                {...{ delegate, desk, selection }}
                isSelected={typed?.note === undefined && selected.has(shownText(delegate))}
                typed={isTyped ? String(typed?.note) : null}
                noteProblem={isTyped ? result?.error?.note?.[0] : undefined}
              />
            );
          })}
        </ul>
        <DeskPages {...{ found, filter }} isRepeated />
      </div>
    </PageStateContext>
  );
}

/** Another page begins at its first row, unless the focus has stayed on the link above it. */
function useFirstRow(list: React.RefObject<HTMLElement | null>, page: number): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const focused = document.activeElement;
    const place = focused ? list.current?.compareDocumentPosition(focused) : undefined;
    const isBelow = ((place ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (focused !== document.body && !isBelow) return;
    giveFocus(list.current?.querySelector<HTMLElement>(".desk-person > summary"));
  }, [list, page]);
}

const boxesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLInputElement>(".desk-check > input") ?? []),
];

type SelectAllProps = { text: string; isAll: boolean; onSelect: (isOn: boolean) => void };

/** Keeps its place until script runs, so that no row moves then. */
function SelectAll({ text, isAll, onSelect }: SelectAllProps) {
  return (
    <label className={`flex min-w-53 items-center gap-2 ${useHydrated() ? "" : "invisible"}`}>
      <input
        type="checkbox"
        className="size-6 accent-link"
        checked={isAll}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      {text}
    </label>
  );
}

type DeskPagesProps = Pick<DelegateListProps, "found" | "filter"> & { isRepeated?: boolean };

/** The links above keep the scroll position, where the focus is; those below lead to the top. */
function DeskPages({ found, filter, isRepeated = false }: DeskPagesProps) {
  const { page, pageCount, offset } = found;
  const [first, last] = [offset + 1, offset + found.delegates.length];
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {!isRepeated && (
        <>
          <p>
            Showing {first === last ? first : `${first}–${last}`} of {found.matching}
          </p>
          {/* Always there, so that nothing moves after a change. */}
          <TextLink to={deskAddress({ ...filter, asOf: null }, page)} preventScrollReset>
            Refresh the list
          </TextLink>
        </>
      )}
      {pageCount > 1 && (
        <nav aria-label={isRepeated ? "Pages, below the list" : "Pages"} className="flex gap-6">
          <PageTurns
            {...{ page, pageCount }}
            link={(to, text) => (
              <TextLink to={deskAddress(filter, to)} preventScrollReset={!isRepeated}>
                {text}
              </TextLink>
            )}
          />
        </nav>
      )}
    </div>
  );
}
