import { type ClientActionFunctionArgs, isRouteErrorResponse } from "react-router";
import { isNetworkFailure, withTimeout } from "#app/http/navigation-failure.ts";
import { createRefusalResponse } from "#app/http/refusal.ts";

/** A form that may not have been processed. `problem` is null if the site did not respond. */
export type FailedForm = {
  /** Query parameters of the form's URL. */
  searchParams: URLSearchParams;
  form: URLSearchParams;
  problem: string | null;
  status: number;
};

/**
 * Creates a form's `clientAction`, which returns the result of `refuse` after a failure. Does not
 * resend the form. The user can resend it safely, because each form has a one-time id.
 */
export const withFormRecovery =
  <Answer>(refuse: (failed: FailedForm) => Answer) =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<Answer> => {
    const fields = [...(await request.clone().formData())];
    const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string");
    // A form with a photo has no timeout, because its upload may take minutes on a slow connection.
    const isLong = fields.some(([, value]) => value instanceof File && value.size > 0);
    let failure: unknown;
    const sent = isLong ? serverAction<Answer>() : withTimeout(serverAction<Answer>());
    underWay.add(sent);
    try {
      const answer = await sent.finally(() => underWay.delete(sent));
      // A response without a body is not from this site.
      if (answer !== undefined) return answer as Answer;
    } catch (error) {
      if (error instanceof Response || isLoginEnded(error)) throw error;
      failure = error;
    } finally {
      await Promise.allSettled(underWay);
    }
    const answered = isRouteErrorResponse(failure) && !isNetworkFailure(failure) ? failure : null;
    return refuse({
      searchParams: new URL(request.url).searchParams,
      form: new URLSearchParams(texts),
      problem: answered?.data?.message ?? null,
      status: answered?.status ?? 503,
    });
  };

/** Recovery of a form that keeps no input: a toast shows the problem or, without one, `failed`. */
export const withToastRecovery = (failed: string) =>
  withFormRecovery(({ problem, status }) =>
    createRefusalResponse(status, { description: problem ?? failed }),
  );

/** Forms of several rows wait for each other, because one reload must show the results of all. */
const underWay = new Set<Promise<unknown>>();

/** An ended login is not a failure, because the server keeps the form as a draft. */
const isLoginEnded = (error: unknown) =>
  isRouteErrorResponse(error) && error.status === 401 && !isNetworkFailure(error);
