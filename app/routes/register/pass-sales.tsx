import { href } from "react-router";
import { TextLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import type { Payment } from "#app/models/delegate/payment.server.ts";
import { PAID_PASSES } from "#app/vocabulary/pass.ts";

/** Passes without a checkout of their own are sold on the landing page. */
export function PassSales() {
  if (conference.plans.length === 0 || PAID_PASSES.length > 0) return null;
  return (
    <>
      If you have not bought your pass yet, choose it under{" "}
      <TextLink to={`${href("/")}#registration`}>Registration and Pricing</TextLink>.
    </>
  );
}

/** Leads to the checkout, on another site, or says that the pass is paid. */
export const PaymentNote = ({ payment }: { payment: Payment }) =>
  payment &&
  (payment.checkout === null ? (
    <p className="badge mt-4" data-tone="green">
      Paid
    </p>
  ) : (
    <p className="mt-4">
      <a href={payment.checkout} className="button">
        Pay for your pass
      </a>
    </p>
  ));
