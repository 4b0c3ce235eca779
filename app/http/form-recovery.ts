import { type ClientActionFunctionArgs, isRouteErrorResponse } from "react-router";
import { isNetworkFailure, withTimeout } from "#app/http/network-failure.ts";

/** A form that was perhaps not carried out; `problem` is null where no answer of the site came. */
export type FailedForm = {
  /** The query of the form's address. */
  searchParams: URLSearchParams;
  /** Its text fields. */
  form: URLSearchParams;
  problem: string | null;
  status: number;
};

// Nothing is sent again by itself; a second press of the button is safe by the form's one-time id.
/** The `clientAction` of all forms: one that got no answer, or an error page, stays, and `refuse` answers. */
export const withFormRecovery =
  <Answer>(refuse: (failed: FailedForm) => Answer) =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<Answer> => {
    const fields = [...(await request.clone().formData())];
    const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string");
    // A photo may take minutes over a slow line.
    const isLong = fields.some(([, value]) => value instanceof File && value.size > 0);
    let failure: unknown;
    try {
      const answer = await (isLong ? serverAction<Answer>() : withTimeout(serverAction<Answer>()));
      // An answer of ours always has a body.
      if (answer !== undefined) return answer as Answer;
    } catch (error) {
      if (error instanceof Response || isLoginEnded(error)) throw error;
      failure = error;
    }
    const answered = isRouteErrorResponse(failure) && !isNetworkFailure(failure) ? failure : null;
    return refuse({
      searchParams: new URL(request.url).searchParams,
      form: new URLSearchParams(texts),
      problem: answered?.data?.message ?? null,
      status: answered?.status ?? 503,
    });
  };

/** The page that leads to the login keeps the form as a draft. */
const isLoginEnded = (error: unknown) =>
  isRouteErrorResponse(error) && error.status === 401 && !isNetworkFailure(error);
