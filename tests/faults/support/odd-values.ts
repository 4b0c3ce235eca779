// Values that nobody meant: texts, ids, JSON, forms and headers as fast-check makes them.
import fc from "fast-check";

const SPITEFUL = [
  ...["", " ", "\0", "\r\n", "\u2028", "\u202e", "\ufffd", "\ud800", "\udfff\ud800", "e\u0301".repeat(90)],
  ...["👩‍👩‍👧‍👦", "ﷺ", "İ", "ß", "null", "undefined", "NaN", "true", "[object Object]", "__proto__"],
  ...["constructor", "hasOwnProperty", "' or 1=1 --", "%", "%00", "%ff", "<script>alert(1)</script>"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what somebody may send
  "${7*7}{{7*7}}",
  ...["=cmd|'/c calc'!A1", "//evil.example", "/\\evil.example", "x".repeat(201), "x".repeat(5_001)],
  ...[" ".repeat(30_000), "\u0301".repeat(3_000), "a@".repeat(2_000)],
  `${"a".repeat(64)}@${"b.".repeat(90)}example`,
];

/** One of these, each as often as its weight says. */
const weighed = <T>(...ways: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...ways.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Any text, many of them such as break programs. */
export const oddText = fc.oneof(
  fc.constantFrom(...SPITEFUL),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ maxLength: 12 }),
);

/** What may stand where an id belongs. */
export const oddId = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map(String),
  fc.constantFrom("0", "-1", "-0", "1e99", "NaN", "Infinity", "1.5", "01", "+1", "0x1", "1n", "٣", "１"),
  fc.constantFrom("9007199254740993", "9".repeat(15), "9".repeat(400), "null", "", " ", "1 ", "1;2", "1,2"),
  fc.uuid(),
  oddText,
);

/** Any value that JSON has, and the numbers it only seems to have. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 2, [], {}),
  oddText,
);

/** A record that is right but for some fields: those are odd, left out, or there too many. */
export function nearly<T>(valid: Record<string, fc.Arbitrary<T>>, odd: fc.Arbitrary<T>) {
  const fields = Object.entries(valid).map(([name, value]) =>
    weighed<[string, T][]>(
      [12, value.map((chosen) => [[name, chosen]])],
      [3, odd.map((chosen) => [[name, chosen]])],
      [1, fc.constant([])],
    ),
  );
  const more = fc.array(fc.tuple(oddName(Object.keys(valid)), odd), { maxLength: 3 });
  return fc
    .tuple(fc.tuple(...fields), weighed<[string, T][]>([3, fc.constant([])], [1, more]))
    .map(([known, others]) => [...known.flat(), ...others]);
}

/** Names of fields: known ones again, and what form libraries read orders into. */
export const oddName = (known: readonly string[]): fc.Arbitrary<string> => {
  const name = fc.constantFrom(...known, "intent", "__proto__", "constructor", "prototype", "toString", "");
  const tail = fc.constantFrom(
    ...["[0]", "[0].b", "[99999999]", "[-1]", "[]", ".", "..a", ".__proto__.x", "[", "]", "[a]"],
  );
  return fc.oneof(
    name,
    fc.tuple(name, tail).map(([head, end]) => head + end),
    fc.constantFrom("__intent__", "__state__", "__$conform"),
    oddText,
  );
};

const utf8 = (text: string) => new Uint8Array(Buffer.from(text));

/** The bytes of a JSON body: near one that is right, any other, or none at all. */
export const jsonBytes = (valid: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Uint8Array> => {
  const near = nearly(valid, oddJson).map((fields) => writeJson(fields));
  // Written like this they are no numbers, texts or keys that JSON.stringify would write.
  const unwritten = fc.tuple(
    fc.constantFrom(...Object.keys(valid), "__proto__"),
    fc.constantFrom(
      ...["1e999", "-1e999", "0.1e-999", '"\\ud800"', '{"__proto__":{"x":1}}', "9".repeat(500), "NaN", "01"],
    ),
  );
  const cutOff = fc
    .tuple(near, fc.nat(), fc.uint8Array({ maxLength: 4 }))
    .map(([text, at, bytes]) => Buffer.concat([utf8(text).subarray(0, at % (text.length + 1)), bytes]));
  return weighed<Uint8Array>(
    [10, near.map(utf8)],
    [2, fc.json({ maxDepth: 4 }).map(utf8)],
    [2, unwritten.map(([name, value]) => utf8(`{"${name}":${value}}`))],
    [1, fc.integer({ min: 1, max: 60_000 }).map((depth) => deepJson(depth))],
    [1, fc.integer({ min: 1, max: 9_000 }).map((width) => wideJson(width))],
    [2, cutOff.map((bytes) => new Uint8Array(bytes))],
    [1, near.map((text) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le")))],
    [1, fc.uint8Array({ maxLength: 200 })],
    [1, fc.constant(new Uint8Array(128 * 1024 + 1).fill(32))],
  );
};

/** An object with these members; names may come twice, and `__proto__` is a name. */
const writeJson = (members: [string, unknown][]) =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? "null"}`).join(",")}}`;
const deepJson = (depth: number) => utf8(`${"[".repeat(depth)}${"]".repeat(depth)}`);
const wideJson = (width: number) =>
  utf8(`{${Array.from({ length: width }, (_, n) => `"${n}":0`).join(",")}}`);

export type Body = { type: string | null; bytes: Uint8Array };

/** A form near one that is right, url-encoded or with parts, or something that only says it is one. */
export const formBody = (
  valid: Record<string, fc.Arbitrary<string>>,
  file: fc.Arbitrary<Uint8Array> = fc.uint8Array({ maxLength: 60 }),
  fileField = "image",
): fc.Arbitrary<Body> => {
  const near = nearly(valid, oddText);
  const encoded = near.map((fields) => {
    const form = new URLSearchParams();
    for (const [name, value] of fields) form.append(name, value);
    return utf8(form.toString());
  });
  const type = "application/x-www-form-urlencoded";
  const rubbish = fc.array(
    fc.constantFrom("%", "%zz", "%c0%ae", "&", "=", "+", "%00", "name", ...Object.keys(valid)),
  );
  const text = (bytes: Uint8Array): Body => ({ type, bytes });
  return weighed<Body>(
    [8, encoded.map(text)],
    [1, rubbish.map((parts) => text(utf8(parts.join(""))))],
    [1, fc.uint8Array({ maxLength: 200 }).map(text)],
    [1, fc.integer({ min: 1, max: 150 }).map((n) => text(utf8("name=&".repeat(n))))],
    [4, multipart(near, file, fileField)],
  );
};

/** A form with parts; now and then with a boundary that is not the one it says, or cut off. */
const multipart = (
  fields: fc.Arbitrary<[string, string][]>,
  file: fc.Arbitrary<Uint8Array>,
  fileField: string,
): fc.Arbitrary<Body> =>
  fc
    .record({
      fields,
      files: fc.array(fc.tuple(fc.constantFrom(fileField, "other", "name"), oddText, file), { maxLength: 2 }),
      boundary: fc.constantFrom("b", "b", "b", "b", "", '"b"', "c", "b; charset=utf-16", "-".repeat(80)),
      keep: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
    })
    .map(({ fields, files, boundary, keep }) => {
      const texts = fields.map(([name, value]) => part(`name="${name}"`, utf8(value)));
      const uploads = files.map(([name, fileName, bytes]) =>
        part(`name="${name}"; filename="${fileName}"\r\nContent-Type: image/png`, bytes),
      );
      const bytes = Buffer.concat([...texts, ...uploads, utf8("--b--\r\n")]);
      const cut = bytes.subarray(0, Math.round(bytes.length * keep));
      return { type: `multipart/form-data; boundary=${boundary}`, bytes: new Uint8Array(cut) };
    });

const part = (head: string, bytes: Uint8Array) =>
  Buffer.concat([utf8(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`), bytes, utf8("\r\n")]);

const headerText = fc.oneof(
  fc.constantFrom(
    ...["", "*/*", "text/html", "application/json", "bytes=0-", "-1", "NaN", "1e9", '"x"', 'W/"', "*"],
  ),
  fc.constantFrom(
    ...["x=%", "login=", "login=x.y", "toast=eyJ9.x", "return-to=%", "=;=;;", "__proto__=1", "a=b=c;;"],
  ),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
  fc.string({ maxLength: 3_000, minLength: 2_000 }),
);

/** Odd headers, but for those that frame a body: malformed.ts tries these in raw bytes. */
export const oddHeaders: fc.Arbitrary<[string, string][]> = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...["Accept", "Accept-Encoding", "Accept-Language", "Content-Type", "Cookie", "Idempotency-Key"],
      ...["If-Match", "If-Modified-Since", "If-None-Match", "Origin", "Range", "Referer", "Sec-Fetch-Site"],
      ...["User-Agent", "X-Forwarded-For", "X-React-Router-Internal"],
    ),
    // What Node takes for a header: no line ends, nothing at its edges.
    headerText.map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").trim()),
  ),
  { maxLength: 3 },
);

const PARAMETERS = [
  ...["session", "edit", "add", "delete", "draft", "confirmed", "type", "to", "link", "state", "code"],
  ...["registration", "calendar", "cancel", "door", "badges", "format", "export", "history", "person"],
  ...["last", "q", "page", "sort", "status", "track"],
];
const PARAMETERS_OF_ROUTER = ["_routes", "index", "error", "expires", "signature", "p", "paths", "version"];

/** What may follow a path: the site's own parameters with odd values, React Router's, and rubbish. */
export const oddSearch: fc.Arbitrary<string> = fc.oneof(
  fc.constant(""),
  fc
    .array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...PARAMETERS, ...PARAMETERS_OF_ROUTER), oddText),
        fc.oneof(oddId, fc.constantFrom("root", "routes/home/home", "/admin", "media_pass")),
      ),
      { maxLength: 3 },
    )
    .map((pairs) => `?${new URLSearchParams(pairs)}`),
  fc
    .array(fc.constantFrom("?", "&", "=", "%", "%ff", "%c0%ae", "[", "]", "#", "index", "session", "1"))
    .map((parts) => `?${parts.join("")}`),
);
