import { href } from "react-router";
import { ConferenceOverText } from "#app/components/conference-over-text.tsx";
import { Section } from "#app/components/landing/section.tsx";
import { ButtonLink, PageLink } from "#app/components/links.tsx";
import { type Conference, conference, publicLink } from "#app/conference/conference.ts";
import { isProgramOver, isRegistrationOver, type LandingData } from "#app/models/landing/landing.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";
import { planNote, registrationNote, registrationText } from "#app/vocabulary/availability.ts";
import { findPass, PRESS_PASS } from "#app/vocabulary/pass.ts";

/** Classes for up to three cards, indexed by the number of cards. */
const COLUMNS = ["", "", "md:grid-cols-2", "min-[43.75rem]:grid-cols-3"];

type Shown = { conferenceData: LandingData | null };

export function Registration({ conferenceData }: Shown) {
  if (isRegistrationOver(conferenceData)) return <RegistrationOver conferenceData={conferenceData} />;
  const registration = conferenceData?.registration;
  const { plans, journalistFeatures, pricesNote } = conference;
  const isPressInvited = PRESS_PASS !== undefined && journalistFeatures.length > 0;
  const columns = COLUMNS[plans.length + Number(isPressInvited)] ?? "md:grid-cols-2 lg:grid-cols-4";
  return (
    <Section anchor="registration" title="Registration and Pricing" intro={pricesNote}>
      <div className={`grid gap-x-6 ${columns}`}>
        {plans.map((plan) => (
          <PlanCard key={plan.planId} plan={plan} conferenceData={conferenceData} />
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
              <Note text={registrationNote(registration, PRESS_PASS)} />
            </ul>
            <PageLink to={`${href("/register")}?type=${PRESS_PASS}`} className="button button-quiet">
              Register Free
            </PageLink>
          </article>
        )}
      </div>
      {plans.length === 0 && !isPressInvited && (
        <>
          <p className="mb-3 font-semibold empty:hidden">{registrationNote(registration)}</p>
          <ButtonLink to={href("/register")}>Register</ButtonLink>
        </>
      )}
    </Section>
  );
}

/** Shown after the program ends or registration closes. It may stay open until midnight, unadvertised. */
function RegistrationOver({ conferenceData }: Shown) {
  const isOver = isProgramOver(conferenceData?.phase);
  return (
    <Section anchor="registration" title="Registration and Pricing">
      {conferenceData?.registration?.state === "closed" && (
        <p className="text-xl">{isOver ? "Registration is closed." : registrationText("closed")}</p>
      )}
      <p className="mt-2 max-w-2xl">
        <ConferenceOverText isOver={isOver} />
      </p>
    </Section>
  );
}

/** Directly above the button of a card. */
const Note = ({ text }: { text: string | null }) => text && <li className="font-semibold">{text}</li>;

function PlanCard({ plan, conferenceData }: Shown & { plan: Conference["plans"][number] }) {
  const { planId, name, price, note, features, featured, action } = plan;
  const current = conferenceData?.prices?.[planId];
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
        <Note text={planNote(conferenceData?.registration, plan)} />
      </ul>
      <PageLink to={publicLink(action.href)} className={featured ? "button" : "button button-quiet"}>
        {action.label}
      </PageLink>
    </article>
  );
}
