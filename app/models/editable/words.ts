/** Browsers have these words too. */
export type EditableWords = {
  /** The ledger names the kind by it. */
  noun: string;
  /** `/admin/{path}` is its screen, `/api/admin/{path}` its calls. */
  path: string;
  labels: Record<string, string>;
  connectedTo?: string;
};

export const screenOf = ({ path }: Pick<EditableWords, "path">): string => `/admin/${path}`;
