import { href } from "react-router";
import { PageLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";

/** The way to buy a PR Pass, for whoever may not have done it yet; nothing where this conference sells none. */
export function BuyPass() {
  if (conference.plans.length === 0) return null;
  return (
    <>
      If you have not bought your pass yet, choose it under{" "}
      <PageLink to={`${href("/")}#registration`} className="text-link">
        Registration and Pricing
      </PageLink>
      .
    </>
  );
}
