// Forged and damaged archives for `npm run restore`, each made from a real backup.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Database from "better-sqlite3";

const BLOCK = 512;
type Entry = { header: Buffer; path: string; content: Buffer };
type FileLine = { path: string; size: number; sha256: string };
export type Attack = [name: string, bytes: Buffer];

function split(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; archive[at] !== 0; ) {
    const header = archive.subarray(at, at + BLOCK);
    const path = header.toString("latin1", 0, header.indexOf(0));
    const size = Number.parseInt(header.toString("latin1", 124, 135), 8);
    entries.push({ header, path, content: archive.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

const pack = (entries: Entry[]): Buffer =>
  Buffer.concat([
    ...entries.flatMap(({ header, content }) => [
      header,
      content,
      Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
    ]),
    Buffer.alloc(2 * BLOCK),
  ]);

/** Changes fields of a header and updates the checksum. */
function changed(header: Buffer, fields: Record<number, string>): Buffer {
  const copy = Buffer.from(header);
  for (const [at, text] of Object.entries(fields)) copy.write(text, Number(at), "latin1");
  copy.write("        ", 148);
  const sum = copy.reduce((all, byte) => all + byte, 0);
  copy.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return copy;
}

const renamed = (entry: Entry, path: string): Entry => ({
  ...entry,
  path,
  header: changed(entry.header, { 0: path.padEnd(100, "\0") }),
});

const filled = (entry: Entry, content: Buffer): Entry => ({
  ...entry,
  content,
  header: changed(entry.header, { 124: content.length.toString(8).padStart(11, "0") }),
});

/** The archive with a changed manifest and these other entries. */
function rebuilt(
  entries: Entry[],
  change: (manifest: { [key: string]: unknown; files: FileLine[] }) => void,
  others: Entry[] = entries.slice(1),
): Buffer {
  const [first] = entries;
  if (!first) throw new Error("An archive without a manifest");
  const manifest = JSON.parse(first.content.toString());
  change(manifest);
  return pack([filled(first, Buffer.from(JSON.stringify(manifest))), ...others]);
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The archive with an extra or renamed file that the manifest lists. */
function withListedFile(entries: Entry[], path: string): Buffer {
  const last = entries.at(-1) as Entry;
  const extra = renamed(last, path);
  const line = { path, size: last.content.length, sha256: sha256(last.content) };
  return rebuilt(entries, ({ files }) => files.push(line), [...entries.slice(1), extra]);
}

/** The archive with a changed database and a valid hash for it. */
function withDatabase(entries: Entry[], change: (path: string) => void): Buffer {
  const [, database, ...others] = entries as [Entry, Entry, ...Entry[]];
  const folder = mkdtempSync(join(tmpdir(), "conference-"));
  const path = join(folder, "conference.db");
  writeFileSync(path, database.content);
  change(path);
  const content = readFileSync(path);
  rmSync(folder, { recursive: true });
  return rebuilt(
    entries,
    ({ files }) => Object.assign(files[0] ?? {}, { size: content.length, sha256: sha256(content) }),
    [filled(database, content), ...others],
  );
}

const execute = (sql: string) => (path: string) => {
  const sqlite = new Database(path);
  sqlite.pragma("foreign_keys = OFF");
  sqlite.exec(sql);
  sqlite.close();
};

/** Orphans an index: every query works, but the integrity check fails. */
const loseAnIndex = (path: string) => {
  const sqlite = new Database(path);
  sqlite.unsafeMode(true);
  sqlite.pragma("writable_schema = ON");
  sqlite.exec("delete from sqlite_schema where name = 'delegates_email'");
  sqlite.close();
};

/** The backup with valid hashes and a readable database that fails its integrity check. */
export const withDamagedIndex = (archive: Buffer): Buffer => withDatabase(split(archive), loseAnIndex);

/** Archives whose checksums are valid but which have some other fault. */
export function craftedAttacks(archive: Buffer): Attack[] {
  const entries = split(archive);
  const [manifest, database, ...images] = entries as [Entry, Entry, ...Entry[]];
  const last = images.at(-1) as Entry;
  const typed = (type: string, target = "") => {
    const header = changed(last.header, { 156: type, 157: target });
    return pack([...entries.slice(0, -1), { ...last, header }]);
  };
  const filed = (said: object) => rebuilt(entries, ({ files }) => Object.assign(files[1] ?? {}, said));
  const saying = (said: object) => rebuilt(entries, (known) => Object.assign(known, said));
  const altered = (change: (path: string) => void) => withDatabase(entries, change);
  const executing = (sql: string) => altered(execute(sql));
  const sized = (entry: Entry) => ({ ...entry, header: changed(entry.header, { 124: "77777777777" }) });
  const paths = [
    ...["../x", "../../x", "uploads/../../x", "/tmp/conference-x", "/etc/cron.d/x", "secret"],
    ...["./conference.db", "uploads/aa/../../../x", "uploads/aa/x.dat", "C:\\x", "..\\x", "uploads", ""],
    ...["conference.db-wal", `uploads/ab/${"ab".repeat(32)}.dat/x`],
  ];
  return [
    ...paths.map((path): Attack => [`listed name ${path}`, withListedFile(entries, path)]),
    ...paths.map(
      (path): Attack => [`header name ${path}`, pack([...entries.slice(0, -1), renamed(last, path)])],
    ),
    ...[..."1234567xgLKS\0"].map((type): Attack => [`entry of type ${type}`, typed(type, "../../secret")]),
    ["symlink to /etc/passwd", typed("2", "/etc/passwd")],
    ["hard link to conference.db", typed("1", "conference.db")],
    ["duplicate entry", pack([...entries, last])],
    ["duplicate database", pack([manifest, database, ...entries.slice(1)])],
    ["listed duplicate", withListedFile(entries, last.path)],
    ["two manifests", pack([manifest, ...entries])],
    ["two archives", Buffer.concat([archive, archive])],
    ["other order", pack([manifest, ...images, database])],
    ["no manifest", pack(entries.slice(1))],
    ["no database", pack([manifest, ...images])],
    ["an image left out", pack(entries.slice(0, -1))],
    ["only a manifest", rebuilt(entries, ({ files }) => files.splice(0))],
    ["huge declared size in the header", pack([...entries.slice(0, -1), sized(last)])],
    ["huge manifest", pack([sized(manifest), ...entries.slice(1)])],
    ["huge size in the manifest", filed({ size: 2 ** 50 })],
    ["negative size", filed({ size: -512 })],
    ["fraction of a size", filed({ size: 1.5 })],
    ["size as text", filed({ size: "5" })],
    ["other hash", filed({ sha256: "0".repeat(64) })],
    ["no hash", filed({ sha256: "" })],
    ["newer format", saying({ format: 2 })],
    ["no format", saying({ format: undefined })],
    ["another date", saying({ createdAt: "1999-01-01T00:00:00.000Z" })],
    ["a manifest of null", pack([filled(manifest, Buffer.from("null")), ...entries.slice(1)])],
    ["a deep manifest", pack([filled(manifest, Buffer.from("[".repeat(100_000))), ...entries.slice(1)])],
    [
      "another program's database",
      altered((path) => {
        rmSync(path);
        execute("create table a (b)")(path);
      }),
    ],
    ["no database at all", altered((path) => writeFileSync(path, "text"))],
    ["an empty database", altered((path) => writeFileSync(path, ""))],
    ["dangling references", executing("delete from speakers where id = 5")],
    ["a newer database", executing("update __drizzle_migrations set created_at = 9999999999999")],
    ["a broken page", altered((path) => writeFileSync(path, readFileSync(path).fill(0xff, 12_288, 20_480)))],
    ["an index without its table", altered(loseAnIndex)],
    ["half a database", altered((path) => writeFileSync(path, readFileSync(path).subarray(0, 8192)))],
  ];
}

/** Files in other formats. */
export function foreignFiles(archive: Buffer): Attack[] {
  const zip = Buffer.concat([Buffer.from("PK\x03\x04\x14\0\0\0", "latin1"), archive.subarray(0, 4_000)]);
  return [
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("Dear organiser,\nhere is the backup.\n")],
    ["zip", zip],
    ["gzip of a backup", gzipSync(archive)],
    ["brotli of a backup", brotliCompressSync(archive.subarray(0, 10_000))],
    ["gzip bomb", gzipSync(Buffer.alloc(50_000_000))],
    ["bare database", (split(archive)[1] as Entry).content as Buffer],
    ["zeros", Buffer.alloc(10_240)],
    ["only the name", Buffer.from("byline-backup.json")],
  ];
}

/** Random damage: flipped bits, truncation, appended bytes, zeros, a missing piece. */
export function damage(archive: Buffer, random: (limit: number) => number): Attack {
  const bytes = Buffer.from(archive);
  const at = random(bytes.length);
  const length = 1 + random(2_000);
  switch (random(6)) {
    case 0:
    case 1:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      return [`bit flipped at ${at}`, bytes];
    case 2:
      return [`cut at ${at}`, bytes.subarray(0, at)];
    case 3:
      return [`${length} bytes more`, Buffer.concat([bytes, Buffer.alloc(length, random(256))])];
    case 4:
      return [`${length} bytes overwritten at ${at}`, bytes.fill(random(256), at, at + length)];
    default:
      return [
        `${length} bytes gone at ${at}`,
        Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
      ];
  }
}
