import { Form, href, useNavigation } from "react-router";

/** To give the place up is to cancel the registration. */
export function Offer({ token }: { token: string }) {
  const isBusy = useNavigation().formMethod === "POST";
  const giveUp = href("/registration/:token/cancel", { token });
  return (
    <Form method="post" className="mt-6 flex flex-wrap gap-4">
      <input type="hidden" name="shown" value="pending" />
      <button type="submit" name="intent" value="take" className="button" disabled={isBusy}>
        Take the place
      </button>
      <button
        type="submit"
        name="intent"
        value="cancel"
        formAction={giveUp}
        className="button button-quiet"
        disabled={isBusy}
      >
        Give it up
      </button>
    </Form>
  );
}
