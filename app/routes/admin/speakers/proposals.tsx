import { Form, useActionData, useSearchParams } from "react-router";
import type { RefusedFormResult } from "#app/components/admin/dialogs.tsx";
import { ValueChange } from "#app/components/admin/history-list.tsx";
import { HiddenFields } from "#app/components/toast.tsx";
import type { listProposals } from "#app/models/speaker/proposal.server.ts";

type Proposal = ReturnType<typeof listProposals>[number];

/** What speakers propose for their own entries, each with its differences from the entry. */
export const Proposals = ({ proposals, formId }: { proposals: Proposal[]; formId: string }) =>
  proposals.map((proposal) => <ProposalCard key={proposal.id} {...{ proposal, formId }} />);

function ProposalCard({ proposal, formId }: { proposal: Proposal; formId: string }) {
  const { id, name, differences, basedOn, version, shown } = proposal;
  const refused = useActionData<RefusedFormResult>();
  const [params] = useSearchParams();
  const isRefused = refused?.conflict === "stale" && params.get("proposal") === String(id);
  const title = `proposal-${id}`;
  return (
    <section className="card mb-6" data-tone="yellow" aria-labelledby={title}>
      <h2 id={title} tabIndex={-1} className="wrap-anywhere text-xl">
        {name} proposes changes
      </h2>
      {basedOn !== version && <p className="mt-2">The entry has been changed since {name} saw it.</p>}
      <ul className="wrap-anywhere mt-2 whitespace-pre-line text-base">
        {differences.map(({ label, before, after }) => (
          <li key={label} className="mt-1">
            <span className="font-semibold">{label}:</span>{" "}
            <ValueChange before={before || "nothing"} after={after || "nothing"} />
          </li>
        ))}
      </ul>
      <Form method="post" action={`?proposal=${id}`} className="mt-4 flex flex-wrap gap-3" preventScrollReset>
        {/* After a refusal, the organiser has seen the current entry. */}
        <HiddenFields formId={formId} seen={isRefused ? version : basedOn} shown={shown} />
        <button type="submit" name="intent" value="accept" className="small-button">
          Accept<span className="sr-only"> the changes of {name}</span>
        </button>
        <button type="submit" name="intent" value="decline" className="small-button">
          Decline<span className="sr-only"> the changes of {name}</span>
        </button>
      </Form>
    </section>
  );
}
