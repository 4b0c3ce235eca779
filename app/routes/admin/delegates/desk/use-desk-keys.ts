import { type RefObject, useEffect, useRef } from "react";
import { lastDecided, noteDecided, openDecline } from "#app/routes/admin/delegates/desk/deciding.ts";

const ROW = ".desk-row";
const TYPED_INTO = "input:not([type=checkbox]), select, textarea, [contenteditable]";
/** Where letters are no keys: whoever types there means a text, or an answer. */
const WITHOUT_KEYS = `${TYPED_INTO}, dialog, [role=dialog], .desk-decline[open]`;

/** What each key does in the row that has the focus; false where it has nothing to do there. */
const IN_ROW: Record<string, (row: Element) => boolean> = {
  x: (row) => click(row.querySelector(".desk-check > input")),
  a: (row) => {
    if (!click(row.querySelector(".desk-accredit:not([aria-disabled])"))) return false;
    noteDecided(row);
    return go(row, "next");
  },
  d: (row) => {
    const decline = row.querySelector<HTMLDetailsElement>(".desk-decline");
    if (!decline) return false;
    openDecline(decline);
    return true;
  },
  u: (row) => click(undoIn(row) ?? undoIn(lastDecided())),
  j: (row) => go(row, "next"),
  k: (row) => go(row, "previous"),
};

const undoIn = (row: Element | null) => row?.querySelector<HTMLElement>(".desk-undo button") ?? null;

function click(control: HTMLElement | null): boolean {
  control?.click();
  return control !== null;
}

function go(row: Element, to: "next" | "previous"): boolean {
  const other = to === "next" ? row.nextElementSibling : row.previousElementSibling;
  if (other) focusRow(other);
  return true;
}

const focusRow = (row: Element) => row.querySelector<HTMLElement>(".desk-person > summary")?.focus();

/** In sight: a selection alone does not scroll. */
function selectSearch(): void {
  const search = document.querySelector<HTMLInputElement>("#desk-search");
  search?.scrollIntoView({ block: "center" });
  search?.select();
}

/** The keys of the desk: about the row that has the focus, and from the page to its first row and its search. */
export function useDeskKeys(list: RefObject<HTMLElement | null>, isOn: boolean, showHelp: () => void): void {
  const help = useRef(showHelp);
  help.current = showHelp;
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
      if (isCommand || event.defaultPrevented || target.closest(WITHOUT_KEYS)) return;
      if (take(event.key, target)) event.preventDefault();
    };
    const take = (key: string, target: Element): boolean => {
      const row = target.closest(ROW);
      const inRow = IN_ROW[key];
      if (row && inRow) return inRow(row);
      const first = list.current?.querySelector(ROW);
      if (key === "j" && first) focusRow(first);
      else if (key === "/") selectSearch();
      else if (key === "?") help.current();
      else return false;
      return true;
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list, isOn]);
}
