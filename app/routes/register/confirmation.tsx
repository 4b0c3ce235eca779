import { href } from "react-router";
import { FactList, formatFact } from "#app/components/fact-list.tsx";
import { PageLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import { CITY_FACT, DAY_FACTS } from "#app/conference/day-facts.ts";
import { PassSales } from "#app/routes/register/pass-sales.tsx";
import { useClearKeptAnswers } from "#app/routes/register/use-kept-answers.ts";
import { findPass, type RegistrationType } from "#app/vocabulary/pass.ts";
import { formatReference } from "#app/vocabulary/registration.ts";

type ConfirmationProps = {
  registrationType: RegistrationType;
  reference: string;
  /** Null if the registration has changed since the form was submitted. */
  email: string | null;
};

/** Replaces the form after a registration (specification, section 2). */
export function Confirmation({ registrationType, reference, email }: ConfirmationProps) {
  useClearKeptAnswers();
  const { name, isSold } = findPass(registrationType);
  return (
    <div className="page-width page-body">
      <title>{`Registration Confirmed! – ${conference.name}`}</title>
      <div className="card max-w-2xl p-6" data-tone="green">
        <h1 className="text-3xl">Registration Confirmed!</h1>
        <FactList
          className="mt-6"
          facts={[
            // The reference comes first, where no toast covers it on a phone.
            { name: "Reference", value: formatReference(reference) },
            // The city is shown even if the address contains it (specification, section 2).
            ...[...new Set([...DAY_FACTS, CITY_FACT])].map(formatFact),
            { name: "Pass", value: name },
          ]}
        />
        {isSold && (
          <p className="mt-6">
            <PassSales />
          </p>
        )}
        <p className="mt-6">We'll send you confirmation details and further information soon.</p>
        {email && <p className="wrap-anywhere mt-2">The confirmation goes to {email}.</p>}
        <p className="mt-8">
          <PageLink to={href("/")} prefetch="intent" className="button">
            Return to Homepage
          </PageLink>
        </p>
      </div>
    </div>
  );
}
