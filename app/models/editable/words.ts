export type EditableWords = {
  noun: string;
  /** `/admin/{path}` is its screen, `/api/admin/{path}` its calls. */
  path: string;
  labels: Record<string, string>;
  connectedTo?: string;
};

export const screenOf = ({ path }: Pick<EditableWords, "path">): string => `/admin/${path}`;
