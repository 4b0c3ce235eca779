import { Form, href, useNavigation } from "react-router";
import { PageLink } from "#app/components/links.tsx";
import { dayText } from "#app/conference/date-text.ts";

/** Asks whether the delegate still comes, or repeats that they said so at `saidAt`. */
export function StillComing({ token, saidAt }: { token: string; saidAt: string | null }) {
  const isBusy = useNavigation().formMethod === "POST";
  if (saidAt !== null)
    return <p className="mt-6">You told us on {dayText(new Date(saidAt))} that you are coming.</p>;
  return (
    <div className="card mt-6 p-6" data-tone="blue">
      <h2 className="text-2xl">Are you still coming?</h2>
      <Form method="post" className="mt-4 flex flex-wrap gap-4">
        <button type="submit" name="intent" value="coming" className="button" disabled={isBusy}>
          I’m coming
        </button>
        <PageLink to={href("/registration/:token/cancel", { token })} className="button button-quiet">
          Cancel
        </PageLink>
      </Form>
    </div>
  );
}
