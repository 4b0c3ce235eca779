import { useLayoutEffect, useState } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Gives back what was typed before hydration. If an extension has inserted elements, React cannot
 * hydrate the page and replaces every element. The old fields keep their values in memory.
 */
export function useTypedEarly(): void {
  // Read in the render whose commit replaces the elements.
  const [early] = useState(() =>
    import.meta.env.SSR ? null : { fields: namedFields(), focused: document.activeElement },
  );
  useLayoutEffect(() => {
    if (!early) return;
    const fields = namedFields();
    for (const [key, old] of early.fields) {
      const field = fields.get(key);
      if (old.isConnected || !field) continue;
      giveBack(field, old);
      if (old === early.focused) field.focus({ preventScroll: true });
    }
  }, [early]);
}

/** Fields by form, name, choice and how many fields before have the same. */
function namedFields(): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>(
    ":is(input,textarea,select)[name]:not([type=hidden])",
  )) {
    const choice = "checked" in field && isChoice(field) ? field.value : "";
    let key = `${field.form?.getAttribute("action")}\n${field.name}\n${choice}`;
    while (fields.has(key)) key += "\n";
    fields.set(key, field);
  }
  return fields;
}

const isChoice = ({ type }: Field): boolean => type === "radio" || type === "checkbox";

function giveBack(field: Field, old: Field): void {
  if ("checked" in field && "checked" in old && isChoice(field)) {
    // A click, because React hears no other event of a choice.
    if (field.checked !== old.checked && (old.checked || field.type === "checkbox")) field.click();
    return;
  }
  if (field.value === old.value) return;
  if ("files" in field && "files" in old && old.files?.length) field.files = old.files;
  // The prototype's setter, because React ignores events if the element's own was called.
  else Reflect.set(Object.getPrototypeOf(field), "value", old.value, field);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
