export type EditableWords = {
  noun: string;
  /** Path segment: `/admin/{path}` is the screen, and `/api/admin/{path}` is the API. */
  path: string;
  labels: Record<string, string>;
  connectedTo?: string;
};

export const screenPath = ({ path }: Pick<EditableWords, "path">): string => `/admin/${path}`;
