import { useLayoutEffect, useState } from "react";

/** In text areas and lists, `checked` and `files` are undefined. */
type Field = HTMLInputElement;

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

/** Fields by form, name and place among those of the same form and name. */
function namedFields(): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>("[name]:is(input,textarea,select)")) {
    let key = `${field.form?.getAttribute("action")} ${field.name}`;
    while (fields.has(key)) key += " ";
    fields.set(key, field);
  }
  return fields;
}

function giveBack(field: Field, old: Field): void {
  // A click, because React hears no other event of a choice.
  if (field.checked !== old.checked) field.click();
  if (field.type === "hidden" || field.value === old.value) return;
  if (old.files) field.files = old.files;
  // The prototype's setter, because React ignores events if the element's own was called.
  else Reflect.set(Object.getPrototypeOf(field), "value", old.value, field);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
