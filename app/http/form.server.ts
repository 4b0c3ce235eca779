import { data } from "react-router";
import { readFormFields } from "#app/http/read-body.server.ts";

/**
 * The fields of a form that was posted to a page.
 * @throws an error page (413 or 415) with a sentence, where the body is no form of ours.
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const read = await readFormFields(request);
  if (!read.ok) throw errorPage(read.problem.status, read.problem.message);
  return read.value;
}

/** What to throw so that the visitor gets the error page with this sentence on it. */
export const errorPage = (status: number, message: string) => data({ message }, { status });
