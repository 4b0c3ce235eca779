import { useEffect, useState } from "react";
import { SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { useHydrated } from "#app/components/page/loaded-document.ts";
import { capitalise } from "#app/platform/text.ts";
import { focusNextRow, focusRow } from "#app/routes/admin/delegates/list/list-state.ts";
import { decisionWords } from "#app/vocabulary/admin-passes.ts";
import { REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";

/** The buttons' words, such as 'Confirm or accredit'. */
const APPROVE = capitalise(
  [...new Set(REGISTRATION_TYPES.map((type) => decisionWords([type]).approve))].join(" or ").toLowerCase(),
);
const KEYS = [
  ["j", "Next delegate"],
  ["k", "Previous delegate"],
  ["Enter", "Show or hide details"],
  ["x", "Select"],
  ["a", `${APPROVE}, and go to the next delegate`],
  ["d", "Decline, with a note"],
  ["u", "Undo"],
  ["c", "Change or email the selected delegates"],
  ["/", "Search"],
  ["?", "Show these shortcuts"],
] as const;

const STORED = "desk-shortcuts";

export function Shortcuts() {
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(localStorage.getItem(STORED) !== "off"), []);
  useDeskKeys(isOn);
  if (!useHydrated()) return null;
  return (
    <dialog className="dialog shortcuts-dialog" aria-labelledby="shortcuts">
      {/* Focused first, because the space bar would press a focused button and close the dialog. */}
      <h2 id="shortcuts" tabIndex={-1} className="text-xl">
        Keyboard shortcuts
      </h2>
      <dl className="mt-4 grid grid-cols-[4rem_1fr] gap-y-2">
        {KEYS.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex items-center gap-2">
        <input
          type="checkbox"
          className="size-6 accent-link"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setOn(checked);
            localStorage.setItem(STORED, checked ? "on" : "off");
          }}
        />
        Use these shortcuts
      </label>
      <form method="dialog" className="mt-6">
        <SubmitButton>Close</SubmitButton>
      </form>
    </dialog>
  );
}

export const showShortcuts = () =>
  document.querySelector<HTMLDialogElement>("dialog:has(#shortcuts)")?.showModal();

const TYPED_INTO = "input:not([type=checkbox]), select, textarea, [contenteditable], .desk-facts";
const OPEN_DIALOG = "dialog[open], [role=dialog]";

/** Action of each key on the focused row. */
const IN_ROW: Record<string, (row: Element) => void> = {
  x: (row) => click(row.querySelector(".desk-check > input")),
  a: (row) => {
    const accredit = row.querySelector<HTMLElement>(".desk-decision [value^=confirmed]");
    const isDone = row.querySelector(".desk-decision > [data-tone=green]") !== null;
    if (!accredit && !isDone) return showStatuses(row);
    click(accredit);
    focusNextRow(row);
  },
  d: (row) => {
    const note = row.querySelector<HTMLElement>(".desk-decline .input");
    showStatuses(row);
    note?.focus();
  },
  u: (row) => undo(row),
  j: (row) => focusRow(row.nextElementSibling),
  k: (row) => focusRow(row.previousElementSibling),
};

/** Expands the row and focuses its current status, where letters are no keys and Enter changes nothing. */
function showStatuses(row: Element): void {
  row.querySelector(".desk-person")?.setAttribute("open", "");
  row.querySelector<HTMLElement>(".desk-facts [aria-current]")?.focus();
}

/** Presses the Undo button in the toast or, if there is none, in the row. */
const undo = (row: Element | null): void =>
  click(
    document.querySelector<HTMLElement>(".toast button[value=undo]") ??
      row?.querySelector<HTMLElement>(".desk-undo button") ??
      null,
  );

const click = (control: HTMLElement | null): void => control?.click();

function selectSearch(): void {
  const search = document.querySelector<HTMLInputElement>("#desk-search");
  search?.focus();
  search?.select();
}

function useDeskKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
      if (isCommand || event.defaultPrevented || target.closest(TYPED_INTO)) return;
      if (document.querySelector(OPEN_DIALOG)) return;
      const row = target.closest(".desk-row");
      const inRow = row && IN_ROW[event.key];
      const action = inRow ? () => inRow(row) : ANYWHERE[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
}

/** Action of each key outside the rows. */
const ANYWHERE: Record<string, () => void> = {
  j: () => focusRow(document.querySelector(".desk-row")),
  u: () => undo(null),
  c: () => document.querySelector<HTMLElement>("#bulk-change")?.focus(),
  "/": selectSearch,
  "?": showShortcuts,
};
