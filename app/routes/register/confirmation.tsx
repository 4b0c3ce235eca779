import { href } from "react-router";
import { ButtonLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import { CITY_FACT, DAY_FACTS } from "#app/conference/day-facts.ts";
import type { Payment } from "#app/models/delegate/payment.server.ts";
import { PassSales, PaymentNote } from "#app/routes/register/pass-sales.tsx";
import { useClearKeptAnswers } from "#app/routes/register/use-kept-answers.ts";
import { PassCard, type PassCardProps } from "#app/routes/registration/pass-card.tsx";
import { findPass } from "#app/vocabulary/pass.ts";

/** The name and email address are null if the registration has changed since the form was submitted. */
type Props = Pick<PassCardProps, "registration" | "name"> & { email: string | null; payment: Payment };

/** Replaces the form after a registration (specification, section 2). */
export function Confirmation({ registration, name, email, payment }: Props) {
  useClearKeptAnswers();
  const { isWaiting } = registration;
  const title = isWaiting ? "You are on the waiting list" : "Registration Confirmed!";
  return (
    <div className="page-width page-body">
      <title>{`${title} – ${conference.name}`}</title>
      <h1 className="text-3xl">{title}</h1>
      {/* The city is shown even if the address contains it (specification, section 2). */}
      <PassCard
        {...{ registration, name }}
        facts={isWaiting ? [] : [...new Set([...DAY_FACTS, CITY_FACT])]}
      />
      <div className="max-w-2xl no-print">
        <PaymentNote payment={payment} />
        {!isWaiting && findPass(registration.registrationType).isSold && (
          <p className="mt-6">
            <PassSales />
          </p>
        )}
        <p className="mt-6">
          {isWaiting
            ? "All places are taken. If one becomes free when it’s your turn, we’ll email you and hold it for you for a limited time. The email we are sending you now has a link to your position on the list."
            : "We'll send you confirmation details and further information soon."}
        </p>
        {email && (
          <p className="wrap-anywhere mt-2">
            {isWaiting ? "Our emails go" : "The confirmation goes"} to {email}.
          </p>
        )}
        <p className="mt-8">
          <ButtonLink to={href("/")} prefetch="intent">
            Return to Homepage
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
