// The cells of imported lists and the columns of exported lists.
import { expect, test } from "vitest";
import { ownKey } from "#app/models/import/own-key.server.ts";
import { ANA, openImports, SPEAKERS } from "../support/import-models.ts";

const ADA = `${SPEAKERS}\nAda,Editor,Quill,b2c`;

test("the export has every field of the form after the ID, and declares UTF-8", async () => {
  const site = await openImports();
  expect(await site.exportCsv("speaker")).toBe(
    "\ufeffID,Name,Pronouns,Title,Company,Category,Featured speaker,Draft,Email,Bio,Links,External ID,Image\r\n",
  );
  expect(await site.exportCsv("session")).toBe(
    "\ufeffID,Title,Time,Type,Track,Room,Description,Tags,Links,Status,External ID\r\n",
  );
});

test("a file uploaded for one list is not valid for another, nor is another draft of its author", async () => {
  const site = await openImports();
  const { createDraft } = await import("#app/models/submission/draft.server.ts");
  const { file } = await site.preview("speaker", ADA);
  const draft = await createDraft(ANA.id, { bytes: ADA, fileName: "list.csv" });
  expect(await site.previewImport("session", file, ANA.id)).toBeNull();
  expect(await site.previewImport("speaker", draft, ANA.id)).toBeNull();
  expect(await site.previewImport("speaker", file, "ben")).toBeNull();
  const button = { file, seen: "", formId: crypto.randomUUID(), sendsMail: false };
  const gone = { ok: false, reason: "gone" };
  expect(await site.importFile("session", button, ANA)).toEqual(gone);
  expect(await site.importFile("speaker", button, { ...ANA, id: "ben" })).toEqual(gone);
});

test("a blank image cell keeps the image; any other blank cell clears an optional field", async () => {
  const site = await openImports();
  await site.importText("speaker", `${SPEAKERS},Bio\nAda,Editor,Quill,b2c,Her life`);
  site.sqlite.exec("update speakers set image_url = '/images/somebody.webp'");
  const [row] = await site.importText("speaker", `ID,Image,Bio\n${ownKey("speaker", 1)},,`);
  expect(row).toMatch(/^changed Ada/);
  expect(site.rows("speaker")).toMatchObject([{ image_url: "/images/somebody.webp", bio: null }]);
});

test("a first line that names the separator is applied and is not a row", async () => {
  const site = await openImports();
  const text = `sep=|\n${SPEAKERS.replaceAll(",", "|")}\nAda, Countess|Editor|Quill|b2c`;
  const { rows } = await site.preview("speaker", text);
  expect(rows).toMatchObject([{ name: "Ada, Countess", outcome: "added" }]);
});

test("a row with more cells than headings is skipped because of an unquoted separator", async () => {
  const site = await openImports();
  const problem = { column: null, message: expect.stringContaining("There are more cells than headings") };
  const { rows } = await site.preview("speaker", `${ADA},and more`);
  expect(rows).toMatchObject([{ outcome: "leftOut", problems: [problem] }]);
  expect((await site.preview("speaker", `${ADA},, ,`)).rows).toMatchObject([{ outcome: "added" }]);
});

test("yes and no are read in several spellings, and other values are asked about", async () => {
  const site = await openImports();
  const cells = ["yes", "X", "1", "no", "FALSE", ""];
  const rows = cells.map((cell, index) => `Person ${index},x,y,b2c,${cell}`).join("\n");
  await site.importText("speaker", `${SPEAKERS},Featured speaker\n${rows}`);
  expect(site.rows("speaker").map(({ featured }) => featured)).toEqual([1, 1, 1, 0, 0, 0]);
  const stored = await site.store("speaker", `${SPEAKERS},Featured speaker\nAda,x,y,b2c,maybe`);
  const form = await site.matchImportColumns("speaker", stored.ok ? stored.file : "", ANA.id, {});
  expect(form?.asked).toMatchObject([{ id: "word:featured:maybe", value: "" }]);
});

const LONG = ["a", "*a ", "<p>", "[a](", ", ", '""', "\n", "1.", "@"];

test.each(["speaker", "session", "delegate", "connection"] as const)(
  "a cell of almost 1 MB is refused with its row in every column of a list of %ss",
  async (kind) => {
    const site = await openImports();
    const { IMPORTABLES } = await import("#app/models/import/importables.server.ts");
    const { columns } = IMPORTABLES[kind].columns;
    for (const [at, { heading }] of columns.entries()) {
      const piece = LONG[at % LONG.length] ?? "";
      const cell = piece.repeat(Math.floor(990_000 / piece.length));
      const stored = await site.storeImportFile(
        kind,
        { bytes: new TextEncoder().encode(`${heading},Other\n"${cell}",x`), fileName: "list.csv" },
        ANA.id,
      );
      const problem =
        "Row 2 has a cell of more than 10,000 characters. Shorten it, then upload the file again.";
      expect(stored, heading).toEqual({ ok: false, problem });
    }
  },
);

test("cells of 10,000 characters that are hard to read are previewed", async () => {
  const site = await openImports();
  for (const piece of LONG) {
    const cell = piece.repeat(Math.floor(9_900 / piece.length));
    const quoted = `"${cell}"`;
    const preview = await site.preview(
      "speaker",
      `${SPEAKERS},Bio,Links\nAda Made,x,y,b2c,${quoted},${quoted}`,
    );
    expect(preview.rows, piece).toHaveLength(1);
  }
});

test("a cell that is too long for an address is not searched for one", async () => {
  const site = await openImports();
  const address = `ann@${"a".repeat(2_000)}.example`;
  const stored = await site.store("speaker", `${SPEAKERS},Where,Email\nAda,x,y,b2c,${address},${address};`);
  const form = await site.matchImportColumns("speaker", stored.ok ? stored.file : "", ANA.id, {});
  expect(form?.columns.slice(-2)).toMatchObject([{ value: "" }, { value: "" }]);
  const { asAddress } = await import("#app/models/import/cell-text.server.ts");
  expect(asAddress(`${address};`)).toBe(`${address};`);
});

test("other requests have their turn between the rows of a list", async () => {
  const site = await openImports();
  const rows = Array.from({ length: 100 }, (_, at) => `Ann Lee ${at},x,y,b2c`);
  const stored = await site.store("speaker", [SPEAKERS, ...rows].join("\n"));
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  await site.previewImport("speaker", stored.ok ? stored.file : "", ANA.id);
  isRead = true;
  expect(turns).toBeGreaterThanOrEqual(rows.length);
});

test("a file of hundreds of thousands of blank rows is refused with a sentence", async () => {
  const site = await openImports();
  for (const blank of ["\n", ",\n", ",,,\r\n"]) {
    const lines = blank.repeat(Math.floor(900_000 / blank.length));
    expect(await site.store("speaker", `${SPEAKERS}\n${lines}Ada,x,y,b2c`)).toEqual({
      ok: false,
      problem: "The file has more than 20,000 rows. Delete the blank ones.",
    });
  }
});
