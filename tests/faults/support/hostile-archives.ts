// What somebody may hand to `npm run restore` instead of a backup. Each is made of a real backup.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Database from "better-sqlite3";

const BLOCK = 512;
type Entry = { header: Buffer; path: string; content: Buffer };
type FileLine = { path: string; size: number; sha256: string };
export type Attack = { name: string; bytes: Buffer };

/** Whole numbers below a limit, the same ones for the same seed: a failing case can be run again. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

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

/** A header with other fields, its checksum made right again. */
function changed(header: Buffer, fields: Record<number, string>): Buffer {
  const copy = Buffer.from(header);
  for (const [at, text] of Object.entries(fields)) copy.write(text, Number(at), "latin1");
  copy.write("        ", 148);
  copy.write(
    `${copy
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
  );
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

/** The archive with another manifest before it, and other entries after that. */
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

/** The archive with one more file, or one under another name, that the manifest vouches for. */
function vouched(entries: Entry[], path: string): Buffer {
  const last = entries.at(-1) as Entry;
  const extra = renamed(last, path);
  const line = { path, size: last.content.length, sha256: sha256(last.content) };
  return rebuilt(entries, ({ files }) => files.push(line), [...entries.slice(1), extra]);
}

/** The archive with a changed database whose hash is right. */
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

/** An index that no table knows any more: every query works, and the database is not whole. */
const loseAnIndex = (path: string) => {
  const sqlite = new Database(path);
  sqlite.unsafeMode(true);
  sqlite.pragma("writable_schema = ON");
  sqlite.exec("delete from sqlite_schema where name = 'delegates_email'");
  sqlite.close();
};

/** The backup with a database that can be read and fails its integrity check, every hash made right. */
export const withDamagedIndex = (archive: Buffer): Buffer => withDatabase(split(archive), loseAnIndex);

/** Archives that are built with care: every checksum is right, and something else is wrong. */
export function craftedAttacks(archive: Buffer): Attack[] {
  const entries = split(archive);
  const [manifest, database, ...images] = entries as [Entry, Entry, ...Entry[]];
  const last = images.at(-1) as Entry;
  const typed = (type: string, target = "") => {
    const header = changed(last.header, { 156: type, 157: target });
    return pack([...entries.slice(0, -1), { ...last, header }]);
  };
  const json = (change: (manifest: { [key: string]: unknown; files: FileLine[] }) => void) =>
    rebuilt(entries, change);
  const paths = [
    "../x",
    "../../x",
    "uploads/../../x",
    "/tmp/conference-x",
    "/etc/cron.d/x",
    "secret",
    "./conference.db",
    "uploads/aa/../../../x",
    "uploads/aa/x.dat",
    "C:\\x",
    "..\\x",
    "uploads",
    "",
    "conference.db-wal",
    `uploads/ab/${"ab".repeat(32)}.dat/x`,
  ];
  return [
    ...paths.map((path) => ({ name: `vouched name ${path}`, bytes: vouched(entries, path) })),
    ...paths.map((path) => ({
      name: `header name ${path}`,
      bytes: pack([...entries.slice(0, -1), renamed(last, path)]),
    })),
    ...[..."1234567xgLKS\0"].map((type) => ({
      name: `entry of type ${type}`,
      bytes: typed(type, "../../secret"),
    })),
    { name: "symlink to /etc/passwd", bytes: typed("2", "/etc/passwd") },
    { name: "hard link to conference.db", bytes: typed("1", "conference.db") },
    { name: "duplicate entry", bytes: pack([...entries, last]) },
    { name: "duplicate database", bytes: pack([manifest, database, ...entries.slice(1)]) },
    { name: "vouched duplicate", bytes: vouched(entries, last.path) },
    { name: "two manifests", bytes: pack([manifest, ...entries]) },
    { name: "two archives", bytes: Buffer.concat([archive, archive]) },
    { name: "other order", bytes: pack([manifest, ...images, database]) },
    { name: "no manifest", bytes: pack(entries.slice(1)) },
    { name: "no database", bytes: pack([manifest, ...images]) },
    { name: "an image left out", bytes: pack(entries.slice(0, -1)) },
    {
      name: "an image left out, manifest too",
      bytes: rebuilt(entries, ({ files }) => files.splice(-2), entries.slice(1, -2)),
    },
    { name: "only a manifest", bytes: json(({ files }) => files.splice(0)) },
    {
      name: "huge declared size in the header",
      bytes: pack([
        ...entries.slice(0, -1),
        { ...last, header: changed(last.header, { 124: "77777777777" }) },
      ]),
    },
    {
      name: "huge manifest",
      bytes: pack([
        { ...manifest, header: changed(manifest.header, { 124: "77777777777" }) },
        ...entries.slice(1),
      ]),
    },
    {
      name: "huge size in the manifest",
      bytes: json(({ files }) => Object.assign(files[1] ?? {}, { size: 2 ** 50 })),
    },
    { name: "negative size", bytes: json(({ files }) => Object.assign(files[1] ?? {}, { size: -512 })) },
    { name: "fraction of a size", bytes: json(({ files }) => Object.assign(files[1] ?? {}, { size: 1.5 })) },
    { name: "size as text", bytes: json(({ files }) => Object.assign(files[1] ?? {}, { size: "5" })) },
    {
      name: "other hash",
      bytes: json(({ files }) => Object.assign(files[1] ?? {}, { sha256: "0".repeat(64) })),
    },
    { name: "no hash", bytes: json(({ files }) => Object.assign(files[1] ?? {}, { sha256: "" })) },
    { name: "newer format", bytes: json((m) => Object.assign(m, { format: 2 })) },
    { name: "no format", bytes: json((m) => Object.assign(m, { format: undefined })) },
    { name: "newer schema", bytes: json((m) => Object.assign(m, { schema: 9_999_999_999_999 })) },
    { name: "older schema than it has", bytes: json((m) => Object.assign(m, { schema: 1 })) },
    {
      name: "an excuse for an image that is there",
      bytes: json((m) => Object.assign(m, { missingImages: ["x"] })),
    },
    { name: "another date", bytes: json((m) => Object.assign(m, { createdAt: "1999-01-01T00:00:00.000Z" })) },
    { name: "more than a manifest", bytes: json((m) => Object.assign(m, { __proto__: null, extra: 1 })) },
    { name: "a manifest of null", bytes: pack([filled(manifest, Buffer.from("null")), ...entries.slice(1)]) },
    {
      name: "a deep manifest",
      bytes: pack([filled(manifest, Buffer.from("[".repeat(100_000))), ...entries.slice(1)]),
    },
    {
      name: "another program's database",
      bytes: withDatabase(entries, (path) => {
        rmSync(path);
        execute("create table a (b)")(path);
      }),
    },
    { name: "no database at all", bytes: withDatabase(entries, (path) => writeFileSync(path, "text")) },
    { name: "an empty database", bytes: withDatabase(entries, (path) => writeFileSync(path, "")) },
    {
      name: "a database that names lost images",
      bytes: withDatabase(
        entries,
        execute("update speakers set image_url = '/objects/uploads/none' where id = 3"),
      ),
    },
    {
      name: "dangling references",
      bytes: withDatabase(entries, execute("delete from speakers where id = 5")),
    },
    {
      name: "a database newer than it says",
      bytes: withDatabase(entries, execute("update __drizzle_migrations set created_at = 9999999999999")),
    },
    {
      name: "a broken page",
      bytes: withDatabase(entries, (path) =>
        writeFileSync(path, readFileSync(path).fill(0xff, 4096 * 3, 4096 * 5)),
      ),
    },
    { name: "an index without its table", bytes: withDatabase(entries, loseAnIndex) },
    {
      name: "half a database",
      bytes: withDatabase(entries, (path) => writeFileSync(path, readFileSync(path).subarray(0, 8192))),
    },
  ];
}

/** Files that are something else altogether. */
export function foreignFiles(archive: Buffer): Attack[] {
  const zip = Buffer.concat([Buffer.from("PK\x03\x04\x14\0\0\0", "latin1"), archive.subarray(0, 4_000)]);
  return [
    { name: "nothing", bytes: Buffer.alloc(0) },
    { name: "text", bytes: Buffer.from("Dear organiser,\nhere is the backup.\n") },
    { name: "zip", bytes: zip },
    { name: "gzip of a backup", bytes: gzipSync(archive) },
    { name: "brotli of a backup", bytes: brotliCompressSync(archive.subarray(0, 10_000)) },
    { name: "gzip bomb", bytes: gzipSync(Buffer.alloc(50_000_000)) },
    { name: "bare database", bytes: (split(archive)[1] as Entry).content as Buffer },
    { name: "zeros", bytes: Buffer.alloc(10_240) },
    { name: "its name and no more", bytes: Buffer.from("byline-backup.json") },
  ];
}

/** A random injury: flipped bits, a cut, more at the end, a hole, a piece taken out. */
export function injured(archive: Buffer, random: (limit: number) => number): Attack {
  const bytes = Buffer.from(archive);
  const at = random(bytes.length);
  const length = 1 + random(2_000);
  switch (random(6)) {
    case 0:
    case 1:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      return { name: `bit flipped at ${at}`, bytes };
    case 2:
      return { name: `cut at ${at}`, bytes: bytes.subarray(0, at) };
    case 3:
      return {
        name: `${length} bytes more`,
        bytes: Buffer.concat([bytes, Buffer.alloc(length, random(256))]),
      };
    case 4:
      return {
        name: `${length} bytes overwritten at ${at}`,
        bytes: bytes.fill(random(256), at, at + length),
      };
    default:
      return {
        name: `${length} bytes gone at ${at}`,
        bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
      };
  }
}
