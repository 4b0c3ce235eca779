// Bodies that are within the size limits but expensive to parse.
import { gzipSync } from "node:zlib";

const part = (name: string, more = "") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`;
const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

export const FLOODS: { name: string; body: string | Buffer }[] = [
  { name: "100,000 nameless fields", body: "&".repeat(100_000) },
  { name: "100,000 fields", body: "a=1&".repeat(100_000) },
  { name: "100,000 fields of different names", body: fields((index) => `f${index}=`) },
  { name: "a list with a high index", body: "name[99999999]=x&notes[0][99999999].x=y" },
  { name: "a path of 10,000 names", body: `name${".a".repeat(10_000)}=x` },
  {
    name: "property names of JavaScript objects",
    body: "__proto__[x]=1&constructor.prototype.x=1&toString=1",
  },
  { name: "broken escapes", body: `name=${"%".repeat(30_000)}&email=%00%ff%c0%ae` },
  { name: "10,000 parts", body: `${part("a").repeat(10_000)}--x--\r\n` },
  { name: "101 files", body: `${part("image", '; filename="a.png"').repeat(101)}--x--\r\n` },
  { name: "a part that never ends", body: part("name") },
  { name: "parts without a name", body: "--x\r\nX-A: b\r\n\r\nx\r\n".repeat(10_000) },
  {
    name: "a part with 100,000 bytes of headers",
    body: `--x\r\nX-A: ${"a".repeat(100_000)}\r\n\r\nx\r\n--x--\r\n`,
  },
  { name: "a boundary and nothing else", body: "--x".repeat(30_000) },
  { name: "100,000 open lists", body: "[".repeat(100_000) },
  { name: "60,000 lists", body: nested("[", "]", 60_000) },
  { name: "15,000 objects", body: `${nested('{"a":', "}", 15_000).replace(":}", ":1}")}` },
  { name: "a name of 60,000 lists", body: `{"name":${nested("[", "]", 60_000)}}` },
  { name: "a number of 100,000 digits", body: `{"name":${"9".repeat(100_000)}}` },
  { name: "numbers out of range", body: '{"speakerId":1e999,"sessionId":-1e999}' },
  { name: "10,000 times the same key", body: `{${'"name":"x",'.repeat(10_000)}"name":1}` },
  { name: "10,000 keys", body: `{${fields((index) => `"k${index}":1,`, 10_000)}"x":1}` },
  { name: "the prototype as JSON", body: '{"__proto__":{"name":"x"},"constructor":{"prototype":{}}}' },
  { name: "lone surrogates", body: `{"name":"${"\\ud800".repeat(20_000)}"}` },
  { name: "a text of 120,000 letters", body: `{"name":"${"a".repeat(120_000)}"}` },
  { name: "40,000 nulls", body: `[${"null,".repeat(20_000)}null]` },
  { name: "no UTF-8", body: Buffer.alloc(100_000, 0xff) },
  { name: "UTF-16", body: Buffer.from('\ufeff{"name":"x"}', "utf16le") },
  { name: "zeros", body: Buffer.alloc(100_000) },
  { name: "100 MB, compressed", body: gzipSync(Buffer.alloc(100 * 1024 * 1024)) },
  { name: "nothing", body: "" },
];

function fields(field: (index: number) => string, count = 100_000): string {
  return Array.from({ length: count }, (_, index) => field(index)).join(field(0).endsWith(",") ? "" : "&");
}

/** Content types in several spellings. The limits must not depend on the spelling. */
export const CONTENT_TYPES = [
  ...["application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded"],
  ...["MULTIPART/form-data; boundary=x", "multipart/form-data"],
  ...["multipart/form-data; boundary=x; boundary=y", "application/JSON; charset=utf-8", "application/json"],
  ...["text/plain", "application/x-www-form-urlencoded, application/json", ";"],
];
