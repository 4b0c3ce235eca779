import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { goTo, lastDecided, noteDecided, openDecline } from "#app/routes/admin/delegates/desk/deciding.ts";
import { BAR_START, type UndoElsewhere } from "#app/routes/admin/delegates/desk/desk.ts";
import { TextLink } from "#app/routes/admin/parts.tsx";
import { type DelegateStatus, STATUS_DONE } from "#app/vocabulary/delegate-status.ts";
import { passName } from "#app/vocabulary/pass.ts";
import { DECIDING, JUDGED_PASSES } from "#app/vocabulary/passes-in-panel.ts";

const KEYS = [
  ["j", "Next delegate"],
  ["k", "Previous delegate"],
  ["Enter", "Fold out, or in"],
  ["x", "Select"],
  ["a", `${DECIDING.accredit}, and go to the next`],
  ["d", "Decline, with a line to them"],
  ["u", "Undo"],
  ["c", "Change the selected, or write to them"],
  ["/", "Search"],
  ["?", "These shortcuts"],
] as const;

const STORED = "desk-shortcuts";

export function Shortcuts({ elsewhere }: { elsewhere: UndoElsewhere[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(localStorage.getItem(STORED) !== "off"), []);
  const notice = useRef<HTMLDialogElement>(null);
  const [said, setSaid] = useState({ text: "", isAboutUndo: false });
  const showHelp = () => dialog.current?.showModal();
  useDeskKeys(isOn, showHelp, (text, isAboutUndo = false) => {
    flushSync(() => setSaid({ text, isAboutUndo }));
    notice.current?.showModal();
  });
  const isHydrated = useHydrated();
  return (
    <>
      <button
        type="button"
        className={`text-link desk-help ${isHydrated ? "" : "invisible"}`}
        onClick={showHelp}
      >
        <span className="max-lg:hidden">Keyboard shortcuts</span>
        <span className="lg:hidden">Shortcuts</span>
      </button>
      {isHydrated && (
        <KeyDialog ref={dialog} id="shortcuts" title="Keyboard shortcuts">
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
      {isHydrated && (
        <KeyDialog ref={notice} id="key-notice" title={said.text}>
          {said.isAboutUndo &&
            elsewhere.map(({ what, where, href }) => (
              <p key={what + href} className="wrap-anywhere mt-4">
                {what} can be undone on <TextLink to={href}>{where}</TextLink>.
              </p>
            ))}
        </KeyDialog>
      )}
    </>
  );
}

type KeyDialogProps = {
  ref: React.Ref<HTMLDialogElement>;
  id: string;
  title: string;
  children?: React.ReactNode;
};

/** Focuses its title: a space would press the button. */
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

/** The Undo of a row, while there is time. */
const UNDO = ".desk-undo button:not([aria-disabled])";
const TYPED_INTO = "input:not([type=checkbox]), select, textarea, [contenteditable]";
const WITHOUT_KEYS = `${TYPED_INTO}, .desk-decline[open]`;
/** An open dialog switches the keys off, wherever the focus is. */
const OPEN_DIALOG = "dialog[open], [role=dialog]";

type Say = (text: string, isAboutUndo?: boolean) => void;

/** The act of each key in the focused row. */
const IN_ROW: Record<string, (row: Element, say: Say) => void> = {
  x: (row) => click(row.querySelector(".desk-check > input")),
  a: (row, say) => {
    const accredit = row.querySelector<HTMLElement>(".desk-accredit");
    if (!accredit) say(whyUndecided("a", row));
    else if (accredit.ariaDisabled) say(`${nameIn(row)} is ${DECIDING.accredited.toLowerCase()} already.`);
    else {
      click(accredit);
      noteDecided(row);
      goTo(row.nextElementSibling);
    }
  },
  d: (row, say) => {
    const decline = row.querySelector<HTMLDetailsElement>(".desk-decline");
    // The letters of a line would be taken for keys.
    if (decline) openDecline(decline);
    else if (row.querySelector(".desk-decline-button")) say(`${nameIn(row)} is declined already.`);
    else say(whyUndecided("d", row));
  },
  u: (row, say) => {
    if (!undoLast(row)) say(nothingToUndo(` for ${nameIn(row)}`), true);
  },
  j: (row) => goTo(row.nextElementSibling),
  k: (row) => goTo(row.previousElementSibling),
};

const nothingToUndo = (whose = " in this list") => `There is nothing to undo${whose}. ${UNTIL_MAILED}`;
const UNTIL_MAILED = "A change can be undone until its email goes out; after that, choose the status again.";

const whyNothingIsUndone = () =>
  document.querySelector(UNDO) ? "Which one? Go to its row with j or k, then press u." : nothingToUndo();

/** The Undo of the last message comes first, then that of the row, then that of the last decision. */
const undoLast = (row: Element | null): boolean =>
  click(
    document.querySelector<HTMLElement>(".toast button[value=undo]") ?? undoIn(row) ?? undoIn(lastDecided()),
  );

const undoIn = (row: Element | null) => row?.querySelector<HTMLElement>(UNDO) ?? null;

const JUDGED = JUDGED_PASSES.map((type) => `${passName(type)}es`).join(" and ");

function whyUndecided(key: string, row: Element): string {
  const name = nameIn(row);
  const status = row.getAttribute("data-ended");
  const isOpen = row.querySelector(".desk-person")?.hasAttribute("open");
  const what = isOpen ? "choose one below" : "fold out the row";
  return status === null
    ? `The key ${key} is for ${JUDGED}. To change the status of ${name}, ${what}.`
    : `${name} is ${STATUS_DONE[status as DelegateStatus]}. To change the status, ${what}.`;
}

const nameIn = (row: Element) => row.querySelector("h2")?.textContent ?? "";

function click(control: HTMLElement | null): boolean {
  control?.click();
  return control !== null;
}

function selectSearch(): void {
  const search = document.querySelector<HTMLInputElement>("#desk-search");
  search?.scrollIntoView({ block: "center" });
  search?.select();
}

function useDeskKeys(isOn: boolean, showHelp: () => void, say: Say): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element;
    const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (isCommand || event.defaultPrevented || target.closest(WITHOUT_KEYS)) return;
    if (document.querySelector(OPEN_DIALOG)) return;
    if (take(event.key, target)) event.preventDefault();
  });
  const take = (key: string, target: Element): boolean => {
    const row = target.closest(".desk-row");
    const inRow = IN_ROW[key];
    const first = document.querySelector(".desk-row");
    if (row && inRow) inRow(row, say);
    else if (key === "j" && first) goTo(first);
    else if (key === "u") undoLast(null) || say(whyNothingIsUndone(), true);
    else if (key === "c" && first) document.getElementById(BAR_START)?.focus();
    else if (key === "/") selectSearch();
    else if (key === "?") showHelp();
    else return false;
    return true;
  };
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
}
