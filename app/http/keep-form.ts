import { type ClientActionFunctionArgs, isRouteErrorResponse } from "react-router";
import { isWithoutResponse, withTimeout } from "#app/http/without-response.ts";

/** A form that was sent with script and not carried out, as far as this page knows. */
export type FailedForm = {
  /** The address that it was sent to. */
  searchParams: URLSearchParams;
  /** Its text fields. */
  form: URLSearchParams;
  /** What the site says about it, or null where no answer of the site came. */
  problem: string | null;
  status: number;
};

/**
 * The `clientAction` of every route with an action: a form that is not answered, or with an error page,
 * stays as it is, with its dialog, everything typed and a chosen file, and `refuse` answers in the server's
 * place. Answers of the route's own action, redirects and the end of a login pass untouched. Nothing is ever
 * sent again by itself: whoever presses the button again is safe by the form's one-time id.
 */
export const keepForm =
  <Answer>(refuse: (failed: FailedForm) => Answer) =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<Answer> => {
    const fields = [...(await request.clone().formData())];
    const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string");
    // A photo may take minutes over a slow line.
    const isLong = fields.some(([, value]) => value instanceof File && value.size > 0);
    let failure: unknown;
    try {
      const answer = await (isLong ? serverAction<Answer>() : withTimeout(serverAction<Answer>()));
      // No body at all is no answer of ours.
      if (answer !== undefined) return answer as Answer;
    } catch (error) {
      if (error instanceof Response || isLoginEnded(error)) throw error;
      failure = error;
    }
    const answered = isRouteErrorResponse(failure) && !isWithoutResponse(failure) ? failure : null;
    return refuse({
      searchParams: new URL(request.url).searchParams,
      form: new URLSearchParams(texts),
      problem: answered?.data?.message ?? null,
      status: answered?.status ?? 503,
    });
  };

/** The page that leads to the login keeps what was typed as a draft. */
const isLoginEnded = (error: unknown) =>
  isRouteErrorResponse(error) && error.status === 401 && !isWithoutResponse(error);
