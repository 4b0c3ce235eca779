import { href } from "react-router";
import { ConferenceOverText } from "#app/components/conference-over-text.tsx";
import { Section } from "#app/components/landing/section.tsx";
import { PageLink } from "#app/components/links.tsx";
import { type Conference, conference, publicLink } from "#app/conference/conference.ts";
import { type CurrentPrices, isProgramOver, type LandingData } from "#app/models/landing/landing.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";
import { findPass, PRESS_PASS } from "#app/vocabulary/pass.ts";

/** Classes for up to three cards, indexed by the number of cards. */
const COLUMNS = ["", "", "md:grid-cols-2", "min-[43.75rem]:grid-cols-3"];

export function Registration({ conferenceData }: { conferenceData: LandingData | null }) {
  const phase = conferenceData?.phase;
  if (isProgramOver(phase)) return <RegistrationOver isClosed={phase?.kind === "after"} />;
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
              {findPass(PRESS_PASS ?? "").needsDecision && <li>Requires valid media accreditation</li>}
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

/** Shown after the program ends. Registration stays open until midnight but is not advertised. */
function RegistrationOver({ isClosed }: { isClosed: boolean }) {
  return (
    <Section anchor="registration" title="Registration and Pricing">
      {isClosed && <p className="text-xl">Registration is closed.</p>}
      <p className="mt-2 max-w-2xl">
        <ConferenceOverText />
      </p>
    </Section>
  );
}

/** `current` is a temporary price and its last day, or undefined if the regular price applies. */
function PlanCard({
  plan,
  current,
}: {
  plan: Conference["plans"][number];
  current: CurrentPrices[string] | undefined;
}) {
  const { name, price, note, features, featured, action } = plan;
  return (
    <article className="plan" data-featured={featured || undefined}>
      {featured && conference.plans.length > 1 && <p className="plan-flag">Most popular</p>}
      <h3 className="text-xl">{name}</h3>
      <p className="plan-price">{current?.price ?? price}</p>
      <p className="text-base text-muted">
        {current && `until ${addNonBreakingSpaces(current.until)}${note && "."} `}
        {note}
      </p>
      <ul className="plan-features">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <PageLink to={publicLink(action.href)} className={featured ? "button" : "button button-quiet"}>
        {action.label}
      </PageLink>
    </article>
  );
}
