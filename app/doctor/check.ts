/** What one look at the installation has found. A remedy is a sentence that says what to do. */
export type Check = {
  name: string;
  status: "ok" | "warning" | "problem";
  found: string;
  remedy?: string;
};

export const ok = (name: string, found: string): Check => ({ name, status: "ok", found });
/** The site runs, but not as somebody would want it to. */
export const warning = (name: string, found: string, remedy: string): Check => ({
  name,
  status: "warning",
  found,
  remedy,
});
/** Something does not work, or will not when it is needed. */
export const problem = (name: string, found: string, remedy: string): Check => ({
  name,
  status: "problem",
  found,
  remedy,
});

/** What an error says, in one line. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return `${message ?? error}${cause ? ` (${cause.code ?? cause.message})` : ""}`.replace(/\s+/g, " ");
}
