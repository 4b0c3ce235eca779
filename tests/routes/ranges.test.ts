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
  ["bytes=-5", size - 5, size - 1],
  [`bytes=-${size * 2}`, 0, size - 1],
  [`bytes=${size - 1}-${size * 9}`, size - 1, size - 1],
  ["BYTES=0-0", 0, 0],
])("%s of a file is these bytes", async (Range, first, last) => {
  const answer = await get({ Range });
  expect([answer.status, answer.headers["content-range"]]).toEqual([206, `bytes ${first}-${last}/${size}`]);
  expect(answer.bytes.equals(whole.subarray(first, last + 1))).toBe(true);
  expect(answer.headers["content-length"]).toBe(String(last - first + 1));
});

test("a range beyond the file is 416", async () => {
  const beyond = [`bytes=${size}-`, `bytes=${size * 2}-${size * 3}`, "bytes=999999999999999-"];
  for (const Range of [...beyond, "bytes=-0"]) {
    const { status, headers, body } = await get({ Range });
    expect([Range, status, headers["content-range"], body]).toEqual([Range, 416, `bytes */${size}`, ""]);
  }
});

/** Inverted, malformed and multiple ranges, and ranges in other units. */
const IGNORED = [
  ...["bytes=10-5", "bytes=-", "bytes=", "bytes=a-b", "bytes=5", "bytes=--5", "bytes=1-2-3", "bytes=0x1-5"],
  ...["bytes= 0-5", "bytes=1.5-9", "bytes=0-1,4-5", "bytes=0-,0-,0-,0-", `bytes=${"9".repeat(300)}-`],
  ...["lines=0-5", "0-5", "-"],
];

test("any other range is ignored", async () => {
  for (const Range of IGNORED) {
    const { status, headers, bytes } = await get({ Range });
    expect([Range, status, headers["content-range"]]).toEqual([Range, 200, undefined]);
    expect(bytes.equals(whole), Range).toBe(true);
  }
});

test("a range of a changed file is all of the new one, and HEAD is never partial", async () => {
  const etag = String((await get({})).headers.etag);
  expect((await get({ Range: "bytes=0-4", "If-Range": etag })).status).toBe(206);
  for (const other of ['"other"', `W/${etag}`, new Date().toUTCString(), ""]) {
    const answer = await get({ Range: "bytes=0-4", "If-Range": other });
    expect([other, answer.status, answer.bytes.length]).toEqual([other, 200, size]);
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
  const part = await get({ ...brotli, Range: "bytes=-7", "If-Range": String(all.headers.etag) }, "GET", path);
  expect([part.status, part.headers["content-encoding"]]).toEqual([206, "br"]);
  expect(part.bytes.equals(all.bytes.subarray(-7))).toBe(true);
  expect((await get({}, "GET", path)).headers.etag).not.toBe(all.headers.etag);
  const other = await get({ Range: "bytes=-7", "If-Range": String(all.headers.etag) }, "GET", path);
  expect(other.status).toBe(200);
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
