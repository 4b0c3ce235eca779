import { href } from "react-router";
import { Section } from "#app/components/landing/section.tsx";
import { PageLink } from "#app/components/links.tsx";
import { Thanks } from "#app/components/thanks.tsx";
import { conference } from "#app/conference/conference.ts";
import type { Plan } from "#app/conference/types.ts";
import { isDone, type LandingData, type PricesForNow } from "#app/models/landing/landing.ts";
import { nonBreaking } from "#app/platform/text.ts";
import { PRESS_PASS } from "#app/vocabulary/pass.ts";

/** Classes for up to three cards, indexed by the number of cards. */
const COLUMNS = ["", "", "md:grid-cols-2", "md:grid-cols-3"];

export function Registration({ conferenceData }: { conferenceData: LandingData | null }) {
  const phase = conferenceData?.phase;
  if (isDone(phase)) return <RegistrationOver isClosed={phase?.kind === "after"} />;
  const { plans, journalistFeatures, pricesNote } = conference;
  const isPressInvited = PRESS_PASS !== undefined && journalistFeatures.length > 0;
  const columns = COLUMNS[plans.length + Number(isPressInvited)] ?? "md:grid-cols-2 lg:grid-cols-4";
  return (
    <Section anchor="registration" title="Registration and Pricing" intro={pricesNote}>
      <div className={`grid gap-x-6 ${columns}`}>
        {plans.map((plan) => (
          <PlanCard key={plan.planId} plan={plan} current={conferenceData?.prices?.[plan.planId]} />
        ))}
        {isPressInvited && (
          <article className="plan">
            <h3 className="text-xl">Journalist</h3>
            <p className="plan-price">Free</p>
            <p className="text-base text-muted">Media only</p>
            <ul className="plan-features">
              {journalistFeatures.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
              <li>Requires valid media accreditation</li>
            </ul>
            <PageLink to={`${href("/register")}?type=${PRESS_PASS}`} className="button button-quiet">
              Register Free
            </PageLink>
          </article>
        )}
      </div>
      {plans.length === 0 && !isPressInvited && (
        <PageLink to={href("/register")} className="button">
          Register
        </PageLink>
      )}
    </Section>
  );
}

/** Shown when the program is over. Registration stays open until midnight but is no longer advertised. */
function RegistrationOver({ isClosed }: { isClosed: boolean }) {
  return (
    <Section anchor="registration" title="Registration and Pricing">
      {isClosed && <p className="text-xl">Registration is closed.</p>}
      <p className="mt-2 max-w-2xl">
        <Thanks />
      </p>
    </Section>
  );
}

/** `current` is the current price, if it differs from the plan's. */
function PlanCard({ plan, current }: { plan: Plan; current: PricesForNow[string] | undefined }) {
  const { name, price, note, features, featured, action } = plan;
  return (
    <article className="plan" data-featured={featured || undefined}>
      {featured && conference.plans.length > 1 && <p className="plan-flag">Most popular</p>}
      <h3 className="text-xl">{name}</h3>
      <p className="plan-price">{current?.price ?? price}</p>
      <p className="text-base text-muted">
        {current && `until ${nonBreaking(current.until)}${note && "."} `}
        {note}
      </p>
      <ul className="plan-features">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <PageLink to={action.href} className={featured ? "button" : "button button-quiet"}>
        {action.label}
      </PageLink>
    </article>
  );
}
