import { data, Form, href, redirect, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/links.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import { readForm } from "#app/http/form.server.ts";
import { withToastRecovery } from "#app/http/form-recovery.ts";
import { redirectWithToast } from "#app/http/toast.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { canCancel, cancelByLink, getRegistrationByLink } from "#app/models/delegate/private-link.server.ts";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import { isWithoutPlace } from "#app/vocabulary/delegate-status.ts";
import { formatReference } from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/cancel";

/** If the registration cannot be cancelled, redirects to its page, which explains why. */
export async function loader({ params }: Route.LoaderArgs) {
  const delegate = await getRegistrationByLink(params.token);
  if (!delegate) return data(null, { status: 404 });
  if (!canCancel(delegate)) throw redirect(href("/registration/:token", params));
  const { reference, status } = delegate;
  const isWaiting = isWithoutPlace(placeOf(delegate));
  const state = isWaiting ? "on the waiting list" : status === "pending" ? "awaiting confirmation" : status;
  return { reference, status, state };
}

/** Cancels the registration unless its status has changed since the page was shown. */
export async function action({ request, params }: Route.ActionArgs) {
  const form = await readForm(request, ["intent", "shown"]);
  const registration = href("/registration/:token", params);
  const answer = (type: "success" | "error", message: string, description: string, to = registration) =>
    redirectWithToast(to, { type, message, description });
  const nothing = () => answer("error", "Error", "Nothing was changed.");
  if (form.get("intent") !== "cancel") return nothing();
  const { outcome } = await cancelByLink(params.token, form.get("shown"));
  if (outcome === "cancelled")
    return answer("success", "Registration Cancelled", "Thank you for telling us.");
  if (outcome === "refused")
    return answer("error", "Nothing was changed", "Your registration can no longer be cancelled.");
  if (outcome === "unknown") return nothing();
  const question = href("/registration/:token/cancel", params);
  return answer("error", "Not cancelled yet", STILL_CANCEL, question);
}

const STILL_CANCEL =
  "Your registration has changed since you opened this page. Do you still want to cancel it?";

export const clientAction = withToastRecovery("Failed to cancel the registration. Please try again later.");

export default function Cancel({ loaderData, actionData, params }: Route.ComponentProps) {
  if (!loaderData) return <UnknownRegistration />;
  return (
    <>
      <Question {...loaderData} token={params.token} />
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}

type QuestionProps = NonNullable<Route.ComponentProps["loaderData"]> & { token: string };

function Question({ reference, status, state, token }: QuestionProps) {
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <div className="page-width page-body">
      <title>{`Cancel Your Registration – ${conference.name}`}</title>
      <div className="card max-w-2xl p-6" data-tone="red">
        <h1 className="text-2xl">Cancel your registration?</h1>
        <p className="mt-4">
          Registration <span className="whitespace-nowrap">{formatReference(reference)}</span> for{" "}
          {conference.name} is {state}. Cancelling can’t be undone, but you can register again.
        </p>
        <Form method="post" className="mt-8 flex flex-wrap gap-4">
          <input type="hidden" name="intent" value="cancel" />
          <input type="hidden" name="shown" value={status} />
          <button type="submit" className="button button-quiet" disabled={isBusy}>
            {isBusy ? "Cancelling..." : "Cancel this registration"}
          </button>
          <ButtonLink to={href("/registration/:token", { token })}>Keep my registration</ButtonLink>
        </Form>
      </div>
    </div>
  );
}
