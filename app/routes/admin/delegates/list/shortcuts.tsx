import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "#app/components/page/loaded-document.ts";
import { focusNextRow, focusRow } from "#app/routes/admin/delegates/list/list-state.ts";
import { DECISION_PASSES, DECISION_WORDS } from "#app/vocabulary/admin-passes.ts";
import { type DelegateStatus, STATUS_CHANGE_WORDS } from "#app/vocabulary/delegate-status.ts";
import { passName } from "#app/vocabulary/pass.ts";

const KEYS = [
  ["j", "Next delegate"],
  ["k", "Previous delegate"],
  ["Enter", "Show or hide details"],
  ["x", "Select"],
  ["a", `${DECISION_WORDS.accredit}, and go to the next delegate`],
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
  const notice = useRef<HTMLDialogElement>(null);
  const [said, setSaid] = useState("");
  useDeskKeys(isOn, (text) => {
    flushSync(() => setSaid(text));
    notice.current?.showModal();
  });
  const isHydrated = useHydrated();
  return (
    <>
      {isHydrated && (
        <KeyDialog id="shortcuts" title="Keyboard shortcuts">
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
        </KeyDialog>
      )}
      {isHydrated && <KeyDialog ref={notice} id="key-notice" title={said} />}
    </>
  );
}

export const showShortcuts = () =>
  document.querySelector<HTMLDialogElement>("dialog:has(#shortcuts)")?.showModal();

type KeyDialogProps = {
  ref?: React.Ref<HTMLDialogElement>;
  id: string;
  title: string;
  children?: React.ReactNode;
};

/** Focuses the title, because the space bar would press a focused button and close the dialog. */
function KeyDialog({ ref, id, title, children }: KeyDialogProps) {
  return (
    <dialog ref={ref} className="dialog leave-dialog" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="wrap-anywhere text-xl">
        {title}
      </h2>
      {children}
      <form method="dialog" className="mt-6">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </dialog>
  );
}

const UNDO = ".desk-undo button";
const TYPED_INTO = "input:not([type=checkbox]), select, textarea, [contenteditable]";
const OPEN_DIALOG = "dialog[open], [role=dialog]";

type Say = (text: string) => void;

/** Action of each key on the focused row. */
const IN_ROW: Record<string, (row: Element, say: Say) => void> = {
  x: (row) => click(row.querySelector(".desk-check > input")),
  a: (row, say) => {
    const accredit = row.querySelector<HTMLElement>(".desk-decision [value^=confirmed]");
    if (!accredit) say(whyUndecided("a", row));
    else if (accredit.ariaPressed === "true")
      say(`${nameIn(row)} is already ${DECISION_WORDS.accredited.toLowerCase()}.`);
    else {
      accredit.click();
      focusNextRow(row);
    }
  },
  d: (row, say) => {
    const line = row.querySelector<HTMLElement>(".desk-decline .input");
    if (!row.querySelector(".desk-decision")) say(whyUndecided("d", row));
    else if (!line) say(`${nameIn(row)} is already declined.`);
    else {
      row.querySelector(".desk-person")?.setAttribute("open", "");
      line.focus();
    }
  },
  u: (row, say) => {
    if (!undoLast(row)) say(nothingToUndo(` for ${nameIn(row)}`));
  },
  j: (row) => focusRow(row.nextElementSibling),
  k: (row) => focusRow(row.previousElementSibling),
};

const nothingToUndo = (whose = " in this list") => `There is nothing to undo${whose}. ${UNTIL_MAILED}`;
const UNTIL_MAILED =
  "A change can be undone until its email is sent. After that, change the status yourself. Imports and corrections are undone on their own screens.";

/** Presses the first Undo button found: in the toast, in the row, or for the last change. */
const undoLast = (row: Element | null): boolean =>
  click(
    document.querySelector<HTMLElement>(".toast button[value=undo]") ??
      row?.querySelector<HTMLElement>(UNDO) ??
      undoOfLastChange(),
  );

const undoOfLastChange = (): HTMLButtonElement | null =>
  [...document.querySelectorAll<HTMLButtonElement>(UNDO)].sort(
    (one, other) => changeOf(other) - changeOf(one),
  )[0] ?? null;

const changeOf = ({ form }: HTMLButtonElement): number => Number(form && new FormData(form).get("changeset"));

const DECISION_PASS_NAMES = DECISION_PASSES.map((type) => `${passName(type)}es`).join(" and ");

function whyUndecided(key: string, row: Element): string {
  const name = nameIn(row);
  const status = row.getAttribute("data-ended");
  const isOpen = row.querySelector(".desk-person")?.hasAttribute("open");
  const what = isOpen ? "choose one below" : "open the row";
  return status === null
    ? `The ${key} key works only for ${DECISION_PASS_NAMES}. To change the status of ${name}, ${what}.`
    : `${name} is ${STATUS_CHANGE_WORDS[status as DelegateStatus]}. To change the status, ${what}.`;
}

const nameIn = (row: Element) => row.querySelector("h2")?.textContent ?? "";

function click(control: HTMLElement | null): boolean {
  control?.click();
  return control !== null;
}

function focusBulkBar(say: Say): void {
  const bar = document.querySelector<HTMLElement>("#bulk-change");
  if (bar?.checkVisibility()) bar.focus();
  else say("Select some delegates first: the x key selects the focused delegate.");
}

function selectSearch(): void {
  const search = document.querySelector<HTMLInputElement>("#desk-search");
  search?.focus();
  search?.select();
}

function useDeskKeys(isOn: boolean, say: Say): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element;
    const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (isCommand || event.defaultPrevented || target.closest(TYPED_INTO)) return;
    if (document.querySelector(OPEN_DIALOG)) return;
    if (take(event.key, target)) event.preventDefault();
  });
  const take = (key: string, target: Element): boolean => {
    const row = target.closest(".desk-row");
    const inRow = IN_ROW[key];
    const first = document.querySelector(".desk-row");
    if (row && inRow) inRow(row, say);
    else if (key === "j" && first) focusRow(first);
    else if (key === "u") undoLast(null) || say(nothingToUndo());
    else if (key === "c") focusBulkBar(say);
    else if (key === "/") selectSearch();
    else if (key === "?") showShortcuts();
    else return false;
    return true;
  };
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
}
