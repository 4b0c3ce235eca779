const KINDS = ["session", "speaker"] as const;

/** A dialog over the landing page: what it is about, and the id as the address has it, any text at all. */
export type ShownDialog = { kind: (typeof KINDS)[number]; id: string };

/** The dialog that an address names: one at a time, a session's before a speaker's. */
export function shownDialog(parameters: URLSearchParams): ShownDialog | null {
  for (const kind of KINDS) {
    const id = parameters.get(kind);
    if (id) return { kind, id };
  }
  return null;
}

export const isSameDialog = (one: ShownDialog, other: ShownDialog): boolean =>
  one.kind === other.kind && one.id === other.id;
