/** What a kind of things that organisers edit is called, for people and in addresses. Browsers have it too. */
export type EditableWords = {
  /** One of them. The ledger names the kind by it. */
  noun: string;
  /** Its part of addresses: `/admin/{path}` is its screen, `/api/admin/{path}` its calls. */
  path: string;
  /** The fields of its form in their order, and their labels. */
  labels: Record<string, string>;
  /** What connections link it to, where it has any. */
  connectedTo?: string;
};

/** The path of the screen on which they are edited. */
export const screenOf = ({ path }: Pick<EditableWords, "path">): string => `/admin/${path}`;
