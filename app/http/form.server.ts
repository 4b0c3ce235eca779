import { data } from "react-router";
import { parseId } from "#app/http/json.server.ts";
import { readFormFields, readUploadFields } from "#app/http/read-body.server.ts";
import { createFingerprint, type Intent } from "#app/models/changeset/changeset.server.ts";
import { readFormIdTime, signFormId } from "#app/platform/form-id.server.ts";
import { signingKeys } from "#app/platform/secrets.server.ts";

/**
 * Returns one value for each named field. Drops other fields, because conform would turn
 * `notes[99999999]` into a huge list.
 * @throws an error page (405, 413 or 415) if the body is not a form.
 */
export async function readForm(request: Request, names: readonly string[]): Promise<URLSearchParams> {
  return pick(await readFields(request), names);
}

/** Like readForm, but also returns every value of the field `listName`. */
export async function readListForm(request: Request, names: readonly string[], listName: string) {
  const fields = await readFields(request);
  return { form: pick(fields, names), list: fields.getAll(listName) };
}

async function readFields(request: Request): Promise<URLSearchParams> {
  if (request.method !== "POST")
    throw errorPage(405, "This address accepts only forms sent with POST.", { Allow: "GET, HEAD, POST" });
  const read = await readFormFields(request);
  if (!read.ok) throw errorPage(read.problem.status, read.problem.message);
  return read.value;
}

function pick(fields: URLSearchParams, names: readonly string[]): URLSearchParams {
  const known = names.flatMap((name) => {
    const value = fields.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new URLSearchParams(known);
}

/**
 * Returns the named fields, the fields whose names match `more`, and the chosen file or null.
 * @throws an error page, even for a second file. `tooLarge` is the message for an oversized body.
 */
export async function readUploadForm(
  request: Request,
  names: readonly string[],
  fileName: string,
  { tooLarge, more }: { tooLarge?: string; more?: RegExp } = {},
) {
  const read = await readUploadFields(request, tooLarge, more && MANY_FIELDS);
  if (!read.ok) throw errorPage(read.problem.status, read.problem.message);
  if ([...read.value.values()].filter(isChosen).length > 1)
    throw errorPage(422, "Upload one image at a time. The form contained several files.");
  const file = read.value.get(fileName);
  const form = new URLSearchParams();
  for (const name of [...names, ...(more ? [...read.value.keys()].filter((name) => more.test(name)) : [])]) {
    const value = read.value.get(name);
    if (typeof value === "string") form.set(name, value);
  }
  return { form, file: isChosen(file) ? file : null };
}

/** Returns the field's chosen files and a one-time id for them. @throws an error page. */
export async function readFiles(request: Request, name: string, tooLarge: string) {
  const read = await readUploadFields(request, tooLarge);
  if (!read.ok) throw errorPage(read.problem.status, read.problem.message);
  const form = new URLSearchParams({ formId: String(read.value.get("formId") ?? "") });
  const files = read.value.getAll(name).filter(isChosen);
  const contents = await Promise.all(
    files.map(async (file) => [file.name, Buffer.from(await file.arrayBuffer()).toString("base64")]),
  );
  return { files, formId: createOneTimeId(form, createFingerprint(contents)) };
}

/** Field limit for a form with a field for each column and value of an imported list. */
const MANY_FIELDS = 1_000;

/** If no file is chosen, browsers send an empty file without a name. A chosen file has a name. */
const isChosen = (value: FormDataEntryValue | undefined | null): value is File =>
  value instanceof File && (value.size > 0 || value.name !== "");

export const errorPage = (status: number, message: string, headers: HeadersInit = {}) =>
  data({ message }, { status, headers });

export function readFormId(form: URLSearchParams): string {
  const formId = form.get("formId") ?? "";
  return IS_FORM_ID.test(formId) ? formId : newFormId();
}

/** Call this before changing the form, because the fingerprint covers the form as submitted. */
export async function readIntent(form: URLSearchParams, file: File | null = null): Promise<Intent> {
  const bytes = file && Buffer.from(await file.arrayBuffer()).toString("base64");
  return { id: readFormId(form), fingerprint: createFingerprint([...form, bytes]) };
}

/** Distinguishes submissions by fields and `more`, because all forms on a page share an id. */
export const createOneTimeId = (form: URLSearchParams, ...more: (string | null)[]): string =>
  `${readFormId(form)}:${createFingerprint([...form, ...more]).slice(0, 22)}`;

const IS_FORM_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A person needs at least this long to read and fill in a form. */
export const MIN_FORM_AGE_MS = 2_000;

const formKeys = signingKeys("form");

export const newFormId = (madeAt = Date.now()): string => signFormId(formKeys[0] ?? "", madeAt);

/** For a form shown again after an error, because the user may resubmit it immediately. */
export const newFormIdWithoutWait = (): string => newFormId(Date.now() - MIN_FORM_AGE_MS);

/** Milliseconds since 1970, or null if this site did not issue the id. */
export const formIdCreatedAt = (formId: string): number | null =>
  IS_FORM_ID.test(formId) ? readFormIdTime(formKeys, formId) : null;

/** Returns 0 if the form has no changeset. */
export const readChangesetId = (form: URLSearchParams): number => parseId(form.get("changeset") ?? "") ?? 0;
