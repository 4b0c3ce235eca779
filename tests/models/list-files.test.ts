// Cells of an imported list, and the columns of its export.
import { expect, test } from "vitest";
import { useNewDataDir } from "../support/database.ts";

const ANA = { id: "ana", email: "ana@example.com" };
const ADA = "Name,Title,Company,Category\nAda,Editor,Quill,b2c";
const SPEAKERS = "Name,Title,Company,Category";
const PROGRAM = "Title,Time,Type,Track";
type Kind = "speaker" | "session";

async function openSite() {
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
  useNewDataDir();
  const model = await import("#app/models/import/import.server.ts");
  const { exportCsv } = await import("#app/models/import/export.server.ts");
  const { EDITABLES } = await import("#app/models/editable/editables.server.ts");
  const keep = async (kind: Kind, text: string) => {
    const kept = await model.storeImportFile(
      kind,
      { bytes: new TextEncoder().encode(text), fileName: "list.csv" },
      ANA.id,
    );
    return kept.ok ? kept.file : kept.problem;
  };
  const preview = async (kind: Kind, text: string) =>
    (await model.previewImport(kind, await keep(kind, text), ANA.id)) ?? { file: "", seen: "", rows: [] };
  return {
    ...model,
    exportCsv,
    keep,
    preview,
    list: (kind: Kind) => EDITABLES[kind].list(),
    importText: async (kind: Kind, text: string) => {
      const { file, seen } = await preview(kind, text);
      return model.importFile(kind, { file, seen, formId: crypto.randomUUID(), sendsMail: false }, ANA);
    },
    problems: async (kind: Kind, text: string) => {
      const [row] = (await preview(kind, text)).rows;
      return row?.outcome === "leftOut" ? row.problems : row?.outcome;
    },
  };
}

test("the export has every field of the form after the ID, and declares UTF-8", async () => {
  const site = await openSite();
  expect(await site.exportCsv("speaker", ",")).toBe(
    "\ufeffID,Name,Pronouns,Title,Company,Category,Featured speaker,Email,Bio,Links,External ID,Image\r\n",
  );
  expect(await site.exportCsv("session", ",")).toBe(
    "\ufeffID,Title,Time,Type,Track,Room,Description,Tags,Links,Status,External ID\r\n",
  );
});

test("a file uploaded for one list is not valid for another, nor is another draft of its author", async () => {
  const site = await openSite();
  const { createDraft } = await import("#app/models/submission/draft.server.ts");
  const file = await site.keep("speaker", ADA);
  const draft = await createDraft(ANA.id, { bytes: ADA, fileName: "list.csv" });
  expect(await site.previewImport("speaker", file, ANA.id)).not.toBeNull();
  expect(await site.previewImport("session", file, ANA.id)).toBeNull();
  expect(await site.previewImport("speaker", draft, ANA.id)).toBeNull();
  expect(await site.previewImport("speaker", file, "ben")).toBeNull();
  const button = { file, seen: "", formId: crypto.randomUUID(), sendsMail: false };
  const gone = { ok: false, reason: "gone" };
  expect(await site.importFile("session", button, ANA)).toEqual(gone);
  expect(await site.importFile("speaker", button, { ...ANA, id: "ben" })).toEqual(gone);
});

test("a blank image cell keeps the image; any other blank cell clears an optional field", async () => {
  const site = await openSite();
  const { sqlite } = await import("#app/db/connection.server.ts");
  await site.importText("speaker", `${SPEAKERS},Bio\nAda,Editor,Quill,b2c,Her life`);
  sqlite.exec("update speakers set image_url = '/images/somebody.webp'");
  const [ada] = await site.list("speaker");
  expect(await site.importText("speaker", `ID,Image,Bio\n${ada?.id},,`)).toMatchObject({
    ok: true,
    changed: 1,
  });
  expect(await site.list("speaker")).toMatchObject([{ imageUrl: "/images/somebody.webp", bio: null }]);
});

test("a file may have 2,000 rows, and not 2,001", async () => {
  const site = await openSite();
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => `Person ${index},x,y,b2c`).join("\n");
  const { rows: planned } = await site.preview("speaker", `${SPEAKERS}\n${rows(2_000)}`);
  expect(planned).toHaveLength(2_000);
  expect(await site.keep("speaker", `${SPEAKERS}\n${rows(2_001)}`)).toContain("more than 2,000 rows");
});

test("a first line that names the separator is applied and is not a row", async () => {
  const site = await openSite();
  const text = `sep=|\n${SPEAKERS.replaceAll(",", "|")}\nAda, Countess|Editor|Quill|b2c`;
  expect((await site.preview("speaker", text)).rows).toMatchObject([
    { name: "Ada, Countess", outcome: "added" },
  ]);
});

test("a row with more cells than headings is skipped because of an unquoted separator", async () => {
  const site = await openSite();
  expect(await site.problems("speaker", `${SPEAKERS}\nAda,Editor,Quill,b2c,and more`)).toMatchObject([
    { column: null, message: expect.stringContaining("There are more cells than headings") },
  ]);
  expect(await site.problems("speaker", `${SPEAKERS}\nAda,Editor,Quill,b2c,, ,`)).toBe("added");
});

test("yes and no are read in several spellings, and other values skip the row", async () => {
  const site = await openSite();
  const cells = ["yes", "X", "1", "no", "FALSE", ""];
  const rows = cells.map((cell, index) => `Person ${index},x,y,b2c,${cell}`).join("\n");
  await site.importText("speaker", `${SPEAKERS},Featured speaker\n${rows}`);
  const featured = (await site.list("speaker")).map((row) => (row as { featured?: boolean }).featured);
  expect(featured).toEqual([true, true, true, false, false, false]);
  expect(await site.problems("speaker", `${SPEAKERS},Featured speaker\nAda,x,y,b2c,maybe`)).toMatchObject([
    { column: "Featured speaker" },
  ]);
});

test("a session’s track may be blank or none, which means everyone", async () => {
  const site = await openSite();
  await site.importText(
    "session",
    `${PROGRAM}\nLunch,12:00 PM,Networking,None\nTea,3:00 PM,networking,\nTalk,1:00 PM,panel,b2c`,
  );
  const tracks = (await site.list("session")).map((row) => (row as { track?: string | null }).track);
  expect(tracks.toSorted()).toEqual(["b2c", null, null]);
});
