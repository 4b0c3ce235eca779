import { PageLink } from "#app/components/page-link.tsx";
import { conference } from "#app/conference/conference.ts";
import { isDone, type LandingData } from "#app/models/landing/landing.ts";

/** The red banner: what comes free with every PR pass (specification, 1); nothing once the day is over. */
export function PromoBanner({ conferenceData }: { conferenceData: LandingData | null }) {
  const { product, subscription, subscriptionAnchor } = conference;
  if (product === null || isDone(conferenceData?.phase)) return null;
  return (
    <aside aria-label="Offer" className="bg-banner py-6 text-white">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="wrap-anywhere font-display font-semibold text-xl">{subscription.offer}</p>
        <PageLink to={`/#${subscriptionAnchor}`} className="footer-link whitespace-nowrap">
          See what’s included
        </PageLink>
      </div>
    </aside>
  );
}
