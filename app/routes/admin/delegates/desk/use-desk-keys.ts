import { type RefObject, useEffect, useRef } from "react";

const ROW = ".desk-row";
const TYPED_INTO = "input:not([type=checkbox]), select, textarea, [contenteditable]";

/** What each key does in the row that has the focus; false where it has nothing to do there. */
const IN_ROW: Record<string, (row: Element) => boolean> = {
  x: (row) => click(row.querySelector(".desk-check > input")),
  a: (row) => click(row.querySelector(".desk-accredit:not([aria-disabled])")) && go(row, "next"),
  d: (row) => {
    const decline = row.querySelector<HTMLDetailsElement>(".desk-decline");
    if (!decline) return false;
    decline.open = true;
    decline.querySelector<HTMLInputElement>("input.input")?.focus();
    return true;
  },
  u: (row) => click(row.querySelector(".desk-undo button")),
  j: (row) => go(row, "next"),
  k: (row) => go(row, "previous"),
};

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

/** The keys of the desk: about the row that has the focus, and from the page to its first row and its search. */
export function useDeskKeys(list: RefObject<HTMLElement | null>, isOn: boolean, showHelp: () => void): void {
  const help = useRef(showHelp);
  help.current = showHelp;
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
      if (isCommand || event.defaultPrevented || target.closest(`${TYPED_INTO}, dialog, [role=dialog]`))
        return;
      if (take(event.key, target)) event.preventDefault();
    };
    const take = (key: string, target: Element): boolean => {
      const row = target.closest(ROW);
      const inRow = IN_ROW[key];
      if (row && inRow) return inRow(row);
      const first = list.current?.querySelector(ROW);
      if (key === "j" && first) focusRow(first);
      else if (key === "/") document.querySelector<HTMLInputElement>("#desk-search")?.select();
      else if (key === "?") help.current();
      else return false;
      return true;
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list, isOn]);
}
