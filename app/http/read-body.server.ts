// Reading what was sent, within limits that hold whatever the headers claim.
import { IMAGE_LIMIT_BYTES } from "#app/models/image/image.ts";

/** What is wrong with a request before its content was even looked at. */
type BodyProblem = { status: 400 | 413 | 415; message: string };
type Read<T> = { ok: true; value: T } | { ok: false; problem: BodyProblem };

/** Bytes of a form or a JSON call: three times what the longest answers take, percent-encoded. */
const TEXT_BODY_LIMIT = 128 * 1024;
const FIELD_LIMIT = 100;
const TEXT_TOO_LARGE = "This is too much at once: you can send at most 128 kB here.";
const IMAGE_TOO_LARGE = "The image is larger than 10 MB. Choose a smaller one.";

/** The body as bytes, at most `limit` of them: it stops reading at the first byte too many. */
async function readBytes(
  request: Request,
  limit: number,
  message = limit > TEXT_BODY_LIMIT ? IMAGE_TOO_LARGE : TEXT_TOO_LARGE,
): Promise<Read<Uint8Array<ArrayBuffer>>> {
  const tooLarge: Read<never> = {
    ok: false,
    problem: { status: 413, message },
  };
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) return tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return tooLarge;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return { ok: true, value: bytes };
}

const mediaType = (request: Request): string =>
  (request.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** The fields of a posted form (url-encoded, as browsers send it). */
export async function readFormFields(request: Request): Promise<Read<URLSearchParams>> {
  if (mediaType(request) !== "application/x-www-form-urlencoded") {
    return {
      ok: false,
      problem: {
        status: 415,
        message: "Send this form from its own page: the content type was not that of a form.",
      },
    };
  }
  const body = await readBytes(request, TEXT_BODY_LIMIT);
  if (!body.ok) return body;
  const text = new TextDecoder().decode(body.value);
  if (text.split("&", FIELD_LIMIT + 1).length > FIELD_LIMIT) {
    return { ok: false, problem: { status: 413, message: `This form has more than ${FIELD_LIMIT} fields.` } };
  }
  return { ok: true, value: new URLSearchParams(text) };
}

/** An image as it was sent by itself, one byte over the limit at most. */
export const readImageBytes = (request: Request) => readBytes(request, IMAGE_LIMIT_BYTES);

/** The text fields and the files of a form with a file in it; of a form without one, its fields. */
export async function readUploadFields(request: Request, tooLarge?: string): Promise<Read<FormData>> {
  if (mediaType(request) !== "multipart/form-data") {
    const fields = await readFormFields(request);
    if (!fields.ok) return fields;
    const form = new FormData();
    for (const [name, value] of fields.value) form.append(name, value);
    return { ok: true, value: form };
  }
  const body = await readBytes(request, IMAGE_LIMIT_BYTES + TEXT_BODY_LIMIT, tooLarge);
  if (!body.ok) return body;
  const parts =
    Buffer.from(body.value)
      .toString("latin1")
      .split(/content-disposition/i, FIELD_LIMIT + 2).length - 1;
  if (parts > FIELD_LIMIT) {
    return { ok: false, problem: { status: 413, message: `This form has more than ${FIELD_LIMIT} fields.` } };
  }
  try {
    const type = request.headers.get("Content-Type") ?? "";
    const form = await new Response(body.value, { headers: { "Content-Type": type } }).formData();
    const texts = [...form.values()].filter((value) => typeof value === "string");
    const isTooLong = texts.reduce((size, text) => size + text.length, 0) > TEXT_BODY_LIMIT;
    return isTooLong
      ? { ok: false, problem: { status: 413, message: TEXT_TOO_LARGE } }
      : { ok: true, value: form };
  } catch {
    return {
      ok: false,
      problem: { status: 400, message: "This form arrived incomplete. Go back and send it again." },
    };
  }
}

/** The body as JSON of any shape; what shape it has to have is the schema's business. */
export async function readJsonValue(request: Request): Promise<Read<unknown>> {
  if (mediaType(request) !== "application/json") {
    return { ok: false, problem: { status: 415, message: "Send the body as application/json." } };
  }
  const body = await readBytes(request, TEXT_BODY_LIMIT);
  if (!body.ok) return body;
  try {
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body.value)) };
  } catch {
    return { ok: false, problem: { status: 400, message: "The body is not valid JSON." } };
  }
}
