import fc from "fast-check";

const SPITEFUL = [
  ...["", " ", "\0", "\r\n", "\u2028", "\u202e", "\ufffd", "\ud800", "\udfff\ud800", "e\u0301".repeat(90)],
  ...["👩‍👩‍👧‍👦", "ﷺ", "İ", "ß", "null", "undefined", "NaN", "true", "[object Object]", "__proto__"],
  ...["constructor", "hasOwnProperty", "' or 1=1 --", "%", "%00", "%ff", "<script>alert(1)</script>"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an input of the tests
  "${7*7}{{7*7}}",
  ...["=cmd|'/c calc'!A1", "//evil.example", "/\\evil.example", "x".repeat(201), "x".repeat(5_001)],
  ...[" ".repeat(30_000), "\u0301".repeat(3_000), "a@".repeat(2_000)],
  `${"a".repeat(64)}@${"b.".repeat(90)}example`,
];

/** Chooses between arbitraries by weight. */
const weighed = <T>(...ways: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...ways.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Any text, often one known to break programs. */
export const oddText = fc.oneof(
  fc.constantFrom(...SPITEFUL),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ maxLength: 12 }),
);

export const oddId = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map(String),
  fc.constantFrom("0", "-1", "-0", "1e99", "NaN", "Infinity", "1.5", "01", "+1", "0x1", "1n", "٣", "１"),
  fc.constantFrom("9007199254740993", "9".repeat(15), "9".repeat(400), "null", "", " ", "1 ", "1;2", "1,2"),
  fc.uuid(),
  oddText,
);

/** Any JSON value, and numbers that JSON lacks. */
const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 2, [], {}),
  oddText,
);

/** A record with some odd, missing or extra fields. */
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

/** Field names: known ones, and those with a special meaning for form libraries. */
const oddName = (known: readonly string[]): fc.Arbitrary<string> => {
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

/** A JSON body: nearly valid, arbitrary or empty. */
export const jsonBytes = (valid: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Uint8Array> => {
  const near = nearly(valid, oddJson).map((fields) => writeJson(fields));
  // Members that JSON.stringify would not write.
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

/** An object with these members, including repeated names and `__proto__`. */
const writeJson = (members: [string, unknown][]) =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? "null"}`).join(",")}}`;
const deepJson = (depth: number) => utf8(`${"[".repeat(depth)}${"]".repeat(depth)}`);
const wideJson = (width: number) =>
  utf8(`{${Array.from({ length: width }, (_, n) => `"${n}":0`).join(",")}}`);

export type Body = { type: string | null; bytes: Uint8Array };

/** A nearly valid form, url-encoded or multipart, or a body that only claims to be one. */
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

/** A multipart form, sometimes with a wrong boundary or truncated. */
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

/** Odd headers. Those that frame a body are in malformed.ts. */
export const oddHeaders: fc.Arbitrary<[string, string][]> = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...["Accept", "Accept-Encoding", "Accept-Language", "Content-Type", "Cookie", "Idempotency-Key"],
      ...["If-Match", "If-Modified-Since", "If-None-Match", "Origin", "Range", "Referer", "Sec-Fetch-Site"],
      ...["User-Agent", "X-Forwarded-For", "X-React-Router-Internal"],
    ),
    // Node accepts no line ends and trims header values.
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

/** Queries with odd values for the parameters of the site and of React Router, and noise. */
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
