/** A name by its last word, which is taken for the surname: that is all that is known of it. A single word is `given`. */
export function splitName(name: string): { given: string; surname: string } {
  const [, given = name.trim(), surname = ""] = /^\s*(.*\S)\s+(\S+)\s*$/s.exec(name) ?? [];
  return { given, surname };
}
