// Range requests (RFC 9110, section 14): valid ranges are served, others are ignored.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { photo } from "../support/backups.ts";
import { app, openOrganised } from "../support/organised.ts";
import { upload } from "../support/uploads.ts";

beforeAll(() => openOrganised());

const FILE = "/favicon.svg";
const whole = readFileSync(`public${FILE}`);
const size = whole.length;
async function get(headers: Record<string, string>, method = "GET", path = FILE) {
  const answer = await app.fetch(path, { method, headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const all: Record<string, string | undefined> = Object.fromEntries(answer.headers);
  return { status: answer.status, bytes, body: bytes.toString(), headers: all };
}

test.each([
  ["bytes=0-9", 0, 9],
  ["bytes=10-10", 10, 10],
  ["bytes=5-", 5, size - 1],
  [`bytes=${size - 1}-${size * 9}`, size - 1, size - 1],
])("%s of a file is these bytes", async (Range, first, last) => {
  const answer = await get({ Range });
  expect([answer.status, answer.headers["content-range"]]).toEqual([206, `bytes ${first}-${last}/${size}`]);
  expect(answer.bytes.equals(whole.subarray(first, last + 1))).toBe(true);
  expect(answer.headers["content-length"]).toBe(String(last - first + 1));
});

test("a range beyond the file is 416", async () => {
  for (const Range of [`bytes=${size}-`, `bytes=${size * 2}-${size * 3}`, "bytes=999999999999999-"]) {
    const { status, headers, body } = await get({ Range });
    expect([Range, status, headers["content-range"], body]).toEqual([Range, 416, `bytes */${size}`, ""]);
  }
});

/** Inverted, malformed and multiple ranges, ranges in other units, and some that sirv misreads. */
const IGNORED = [
  ...["bytes=10-5", "bytes=-", "bytes=", "bytes=a-b", "bytes=5", "bytes=--5", "bytes=1-2-3", "bytes=0x1-5"],
  ...["bytes= 0-5", "bytes=1.5-9", "bytes=0-1,4-5", "bytes=0-,0-,0-,0-", `bytes=${"9".repeat(300)}-`],
  ...["lines=0-5", "0-5", "-", "BYTES=1-5", "bytes=-5", "bytes=-0", "bytes=0-0"],
];

test("any other range is ignored", async () => {
  for (const Range of IGNORED) {
    const { status, headers, bytes } = await get({ Range });
    expect([Range, status, headers["content-range"]]).toEqual([Range, 200, undefined]);
    expect(bytes.equals(whole), Range).toBe(true);
  }
});

test("a request that names a version gets the whole file, and HEAD is never partial", async () => {
  const etag = String((await get({})).headers.etag);
  for (const version of [etag, '"other"', new Date().toUTCString(), ""]) {
    const answer = await get({ Range: "bytes=0-4", "If-Range": version });
    expect([version, answer.status, answer.bytes.length]).toEqual([version, 200, size]);
  }
  for (const Range of ["bytes=0-4", "bytes=10-5", `bytes=${size}-`]) {
    const answer = await get({ Range }, "HEAD");
    expect([answer.status, answer.headers["content-length"], answer.body]).toEqual([200, String(size), ""]);
  }
});

test("compressed files have their own tags and ranges", async () => {
  const page = (await get({}, "GET", "/")).body;
  const path = /"(\/assets\/manifest-[^"]+\.js)"/.exec(page)?.[1] ?? "";
  const brotli = { "Accept-Encoding": "br" };
  const all = await get(brotli, "GET", path);
  const part = await get({ ...brotli, Range: "bytes=7-" }, "GET", path);
  expect([part.status, part.headers["content-encoding"]]).toEqual([206, "br"]);
  expect(part.bytes.equals(all.bytes.subarray(7))).toBe(true);
  expect((await get({}, "GET", path)).headers.etag).not.toBe(all.headers.etag);
});

test("images are sent whole, and declare no ranges", async () => {
  const objectPath = await upload(await photo());
  const image = await get({}, "GET", objectPath);
  expect([image.status, image.headers["accept-ranges"]]).toEqual([200, "none"]);
  for (const Range of ["bytes=0-4", "bytes=-5", "bytes=99999999-", ...IGNORED]) {
    const answer = await get({ Range }, "GET", objectPath);
    expect([Range, answer.status, answer.bytes.equals(image.bytes)]).toEqual([Range, 200, true]);
    const head = await get({ Range }, "HEAD", objectPath);
    expect([Range, head.status, head.body]).toEqual([Range, 200, ""]);
  }
});
