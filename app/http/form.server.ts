import { data } from "react-router";
import { parseId } from "#app/http/json.server.ts";
import { readFormFields, readUploadFields } from "#app/http/read-body.server.ts";
import { fingerprintOf, type Intent } from "#app/models/ledger/changeset.server.ts";
import { signFormId, timeOfFormId } from "#app/platform/form-id.server.ts";
import { signingKeys } from "#app/platform/secrets.server.ts";

/**
 * The fields with these names of a form that was posted to a page, one value each. Whatever else was
 * sent is left behind: conform reads names like `notes[99999999]` as orders to build such a list.
 * @throws an error page (405, 413 or 415) with a sentence, where the body is no form of ours.
 */
export async function readForm(request: Request, names: readonly string[]): Promise<URLSearchParams> {
  return pick(await readFields(request), names);
}

/** The same for a form with a choice of several: the fields, and every value of that one. */
export async function readListForm(request: Request, names: readonly string[], listName: string) {
  const fields = await readFields(request);
  return { form: pick(fields, names), list: fields.getAll(listName) };
}

async function readFields(request: Request): Promise<URLSearchParams> {
  if (request.method !== "POST") {
    throw errorPage(405, "This address accepts forms by POST only.", { Allow: "GET, HEAD, POST" });
  }
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
 * The same for a form with one file: the fields, and the file that was chosen, or null.
 * @throws an error page, also where there is more than one file; `tooLarge` says what is too much at once.
 */
export async function readUploadForm(
  request: Request,
  names: readonly string[],
  fileName: string,
  { tooLarge }: { tooLarge?: string } = {},
) {
  const read = await readUploadFields(request, tooLarge);
  if (!read.ok) throw errorPage(read.problem.status, read.problem.message);
  if ([...read.value.values()].filter(isChosen).length > 1)
    throw errorPage(422, "One image at a time: the form contained several files.");
  const file = read.value.get(fileName);
  const form = new URLSearchParams();
  for (const name of names) {
    const value = read.value.get(name);
    if (typeof value === "string") form.set(name, value);
  }
  return { form, file: isChosen(file) ? file : null };
}

/** Browsers send a file without a name and without a byte where none was chosen; an empty one has its name. */
const isChosen = (value: FormDataEntryValue | undefined | null): value is File =>
  value instanceof File && (value.size > 0 || value.name !== "");

/** What to throw so that the visitor gets the error page with this sentence on it. */
export const errorPage = (status: number, message: string, headers: HeadersInit = {}) =>
  data({ message }, { status, headers });

/** A form's one-time id; a new one for a form that has none. */
export function readFormId(form: URLSearchParams): string {
  const formId = form.get("formId") ?? "";
  return IS_FORM_ID.test(formId) ? formId : newFormId();
}

/**
 * What a form asks for, to be done once under its one-time id: all that was typed and the file that came
 * along. To be taken from the form as it came, before the file is stored and has a path of its own.
 */
export async function intentOf(form: URLSearchParams, file: File | null = null): Promise<Intent> {
  const bytes = file && Buffer.from(await file.arrayBuffer()).toString("base64");
  return { id: readFormId(form), fingerprint: fingerprintOf([...form, bytes]) };
}

/**
 * A one-time id that says itself what is asked for: a page has one id for all of its forms, and each of their
 * buttons may be used once. `more` is what counts beside the fields, such as the address. Two clicks on the same
 * button are one intent, on two buttons they are two.
 */
export const oneTimeId = (form: URLSearchParams, ...more: (string | null)[]): string =>
  `${readFormId(form)}:${fingerprintOf([...form, ...more]).slice(0, 22)}`;

const IS_FORM_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Nobody reads and fills in a form of the site in less. */
export const LEAST_AGE_MS = 2_000;

const formKeys = signingKeys("form");

/** A one-time id for a form, signed; `madeAt` in milliseconds since 1970. */
export const newFormId = (madeAt = Date.now()): string => signFormId(formKeys[0] ?? "", madeAt);

/** An id for a form that comes back to whoever has just sent it, who need not wait to send it again. */
export const newFormIdAtOnce = (): string => newFormId(Date.now() - LEAST_AGE_MS);

/** When this site made an id, in milliseconds since 1970; null where it did not. */
export const madeFormIdAt = (formId: string): number | null =>
  IS_FORM_ID.test(formId) ? timeOfFormId(formKeys, formId) : null;

/** The changeset that a form names, to be undone; 0 for none. */
export const changesetIn = (form: URLSearchParams): number => parseId(form.get("changeset") ?? "") ?? 0;
