// Imports lists through the models, without the pages.
import { expect } from "vitest";
import { useNewDataDir } from "./database.ts";

export const ANA = { id: "ana", email: "ana@example.com" };
export const SPEAKERS = "Name,Title,Company,Category";
export const PROGRAM = "Title,Time,Type,Track";
const TABLES = { speaker: "speakers", session: "program_sessions", delegate: "delegates" };
export type Kind = keyof typeof TABLES;
export type Row = Record<string, unknown>;

export async function openImports() {
  // biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
  useNewDataDir();
  const model = await import("#app/models/import/import.server.ts");
  const { exportCsv } = await import("#app/models/import/export.server.ts");
  const { sqlite } = await import("#app/db/connection.server.ts");
  const store = (kind: Kind, content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    return model.storeImportFile(kind, { bytes, fileName: "list.csv" }, ANA.id);
  };
  /** Accepts the guessed columns and, for questions without an answer, the `answers`. */
  const preview = async (kind: Kind, content: string | Uint8Array, answers: Record<string, string> = {}) => {
    const stored = await store(kind, content);
    if (!stored.ok) throw new Error(stored.problem);
    const asked = await model.matchImportColumns(kind, stored.file, ANA.id, {});
    if (asked) {
      const columns = asked.columns.map(({ value }, at): [string, string] => [`column-${at}`, value]);
      const guesses = asked.asked.map(({ id, value }): [string, string] => [id, value]);
      const sent = new URLSearchParams([...columns, ...guesses]);
      for (const [id, value] of Object.entries(answers)) sent.set(id, value);
      await model.matchImportColumns(kind, stored.file, ANA.id, { sent });
    }
    const preview = await model.previewImport(kind, stored.file, ANA.id);
    if (!preview) throw new Error("There is no preview");
    return preview;
  };
  return {
    ...model,
    exportCsv,
    sqlite,
    store,
    preview,
    rows: (kind: Kind) => sqlite.prepare(`select * from ${TABLES[kind]} order by id`).all() as Row[],
    /** Imports a file. Returns the rows of its preview, each as a line of text. */
    importText: async (
      kind: Kind,
      content: string | Uint8Array,
      { sendsMail = false, answers = {} }: { sendsMail?: boolean; answers?: Record<string, string> } = {},
    ) => {
      const { file, seen, rows } = await preview(kind, content, answers);
      const asked = { file, seen, formId: crypto.randomUUID(), sendsMail };
      expect(await model.importFile(kind, asked, ANA)).toMatchObject({ ok: true });
      return rows.map(rowText);
    },
  };
}

/** A row of a preview as a line of text. */
export function rowText(row: Row): string {
  const changes = (row.changes ?? []) as { label: string; after: string }[];
  const problems = (row.problems ?? []) as { message: string }[];
  const facts = [
    ...changes.map(({ label, after }) => `${label} ${after}`),
    ...problems.map(({ message }) => message),
  ];
  return [`${row.outcome} ${row.name}`, ...facts, ...(row.remark ? [row.remark] : [])].join(" | ");
}
