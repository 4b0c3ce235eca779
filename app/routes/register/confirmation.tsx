import { href } from "react-router";
import { PageLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import { CITY_FACT, DAY_FACTS } from "#app/conference/day-facts.ts";
import type { Payment } from "#app/models/delegate/payment.server.ts";
import { PassSales, PaymentNote } from "#app/routes/register/pass-sales.tsx";
import { useClearKeptAnswers } from "#app/routes/register/use-kept-answers.ts";
import { PassCard, type PassCardProps } from "#app/routes/registration/pass-card.tsx";
import { findPass } from "#app/vocabulary/pass.ts";

/** The name and email address are null if the registration has changed since the form was submitted. */
type ConfirmationProps = Pick<PassCardProps, "registration" | "name"> & {
  email: string | null;
  payment: Payment;
};

/** Replaces the form after a registration (specification, section 2). */
export function Confirmation({ registration, name, email, payment }: ConfirmationProps) {
  useClearKeptAnswers();
  return (
    <div className="page-width page-body">
      <title>{`Registration Confirmed! – ${conference.name}`}</title>
      <h1 className="text-3xl">Registration Confirmed!</h1>
      {/* The city is shown even if the address contains it (specification, section 2). */}
      <PassCard {...{ registration, name }} facts={[...new Set([...DAY_FACTS, CITY_FACT])]} />
      <div className="max-w-2xl no-print">
        <PaymentNote payment={payment} />
        {findPass(registration.registrationType).isSold && (
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
