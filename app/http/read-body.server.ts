// The limits apply to the bytes received, even if Content-Length is smaller.
import { IMAGE_LIMIT_BYTES } from "#app/models/image/image.ts";

type BodyProblem = { status: 400 | 413 | 415; message: string };
type Read<T> = { ok: true; value: T } | { ok: false; problem: BodyProblem };

const refused = (status: BodyProblem["status"], message: string): Read<never> => ({
  ok: false,
  problem: { status, message },
});

/** Limit for form and JSON bodies: triple the longest input, to allow for percent-encoding. */
const TEXT_BODY_LIMIT = 128 * 1024;
const FIELD_LIMIT = 100;
const TEXT_TOO_LARGE = "This is too large. The limit is 128 kB.";
const IMAGE_TOO_LARGE = "The image is larger than 10 MB. Choose a smaller one.";
const tooManyFields = (limit: number) => refused(413, `This form has more than ${limit} fields.`);

/** Stops reading when the body exceeds `limit` bytes. */
async function readBytes(
  request: Request,
  limit: number,
  message = limit > TEXT_BODY_LIMIT ? IMAGE_TOO_LARGE : TEXT_TOO_LARGE,
): Promise<Read<Uint8Array<ArrayBuffer>>> {
  const encoding = request.headers.get("Content-Encoding") ?? "identity";
  if (encoding !== "identity") return refused(415, "Send the body without compression.");
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) return refused(413, message);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return refused(413, message);
    chunks.push(chunk);
  }
  return { ok: true, value: Buffer.concat(chunks) };
}

const mediaType = (request: Request): string =>
  (request.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

export async function readFormFields(request: Request, limit = FIELD_LIMIT): Promise<Read<URLSearchParams>> {
  if (mediaType(request) !== "application/x-www-form-urlencoded")
    return refused(415, "This is not a form submission. Submit the form from its page.");
  const body = await readBytes(request, TEXT_BODY_LIMIT);
  if (!body.ok) return body;
  const text = new TextDecoder().decode(body.value);
  if (text.split("&", limit + 1).length > limit) return tooManyFields(limit);
  return { ok: true, value: new URLSearchParams(text) };
}

export const readImageBytes = (request: Request) => readBytes(request, IMAGE_LIMIT_BYTES);

/** Reads text fields and files. Also accepts forms whose encoding cannot contain files. */
export async function readUploadFields(
  request: Request,
  tooLarge?: string,
  limit = FIELD_LIMIT,
): Promise<Read<FormData>> {
  if (mediaType(request) !== "multipart/form-data") {
    const fields = await readFormFields(request, limit);
    if (!fields.ok) return fields;
    const form = new FormData();
    for (const [name, value] of fields.value) form.append(name, value);
    return { ok: true, value: form };
  }
  const body = await readBytes(request, IMAGE_LIMIT_BYTES + TEXT_BODY_LIMIT, tooLarge);
  if (!body.ok) return body;
  const text = Buffer.from(body.value).toString("latin1");
  const parts = text.split(/content-disposition/i, limit + 2).length - 1;
  if (parts > limit) return tooManyFields(limit);
  try {
    const type = request.headers.get("Content-Type") ?? "";
    const form = await new Response(body.value, { headers: { "Content-Type": type } }).formData();
    const texts = [...form.values()].filter((value) => typeof value === "string");
    const isTooLong = texts.reduce((size, text) => size + text.length, 0) > TEXT_BODY_LIMIT;
    return isTooLong ? refused(413, TEXT_TOO_LARGE) : { ok: true, value: form };
  } catch {
    return refused(400, "This form arrived incomplete. Go back and submit it again.");
  }
}

export async function readJsonValue(request: Request): Promise<Read<unknown>> {
  if (mediaType(request) !== "application/json") return refused(415, "Send the body as application/json.");
  const body = await readBytes(request, TEXT_BODY_LIMIT);
  if (!body.ok) return body;
  try {
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body.value)) };
  } catch {
    return refused(400, "The body is not valid JSON.");
  }
}
