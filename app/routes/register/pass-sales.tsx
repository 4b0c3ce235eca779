import { href } from "react-router";
import { PageLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";

export function PassSales() {
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
