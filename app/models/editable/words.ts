/** Browsers have these words too. */
export type EditableWords = {
  /** The ledger names the kind by it. */
  noun: string;
  /** `/admin/{path}` is its screen, `/api/admin/{path}` its calls. */
  path: string;
  /** In the order of the form. */
  labels: Record<string, string>;
  /** The other end of its connections. */
  connectedTo?: string;
};

export const screenOf = ({ path }: Pick<EditableWords, "path">): string => `/admin/${path}`;
