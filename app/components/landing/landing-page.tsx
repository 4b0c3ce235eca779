import { Fragment } from "react";
import { Hero } from "#app/components/landing/hero.tsx";
import { Program } from "#app/components/landing/program.tsx";
import { Registration } from "#app/components/landing/registration.tsx";
import { Section } from "#app/components/landing/section.tsx";
import { Speakers } from "#app/components/landing/speakers.tsx";
import { ExternalLink, PageLink } from "#app/components/links.tsx";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { type Conference, conference, hasAbout } from "#app/conference/conference.ts";
import { hasCity } from "#app/conference/day-facts.ts";
import { isRegistrationOver, type LandingData } from "#app/models/landing/landing.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";

/** Red banner, hidden once registration is over (specification, section 1). */
function PromoBanner({ conferenceData }: { conferenceData: LandingData | null }) {
  const { product, subscription, subscriptionAnchor } = conference;
  if (product === null || isRegistrationOver(conferenceData)) return null;
  return (
    <aside aria-label="Offer" className="bg-banner py-3 text-white">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <p className="wrap-anywhere font-display font-semibold text-xl">{subscription.offer}</p>
        <PageLink to={`/#${subscriptionAnchor}`} className="footer-link whitespace-nowrap">
          See what’s included
        </PageLink>
      </div>
    </aside>
  );
}

const renderBenefit = ({ title, text }: { title: string; text: string }) => (
  <li key={title} className="border-rule border-t pt-2">
    <h3>{title}</h3>
    <p>{text}</p>
  </li>
);

function About() {
  const { intro, benefits } = conference.about;
  if (!hasAbout) return null;
  return (
    <Section anchor="about" title="About the day" intro={intro}>
      <ol className="benefits">{benefits.map(renderBenefit)}</ol>
    </Section>
  );
}

function Subscription() {
  const { product, subscription, subscriptionAnchor } = conference;
  if (product === null) return null;
  return (
    <Section
      anchor={subscriptionAnchor}
      title={`Your free ${product} subscription`}
      intro={subscription.intro}
      className="bg-surface"
    >
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_2fr]">
        {subscription.value !== null && (
          <p>
            <span className="lg:block">A value of up to</span>{" "}
            <span className="font-display font-semibold text-display lg:block">{subscription.value}</span>{" "}
            <span className="lg:block">
              {["for a", subscription.term, "subscription."].filter(Boolean).join(" ")}
            </span>
          </p>
        )}
        <ul className="benefits">{subscription.benefits.map(renderBenefit)}</ul>
      </div>
    </Section>
  );
}

function Sponsor() {
  const { sponsors } = conference;
  if (sponsors.length === 0) return null;
  return (
    <Section
      anchor="sponsors"
      title={sponsors.length === 1 ? "Thanks to our sponsor" : "Thanks to our sponsors"}
    >
      {[...groupBy(sponsors, ({ tier }) => tier)].map(([tier, inTier]) => (
        <Fragment key={tier}>
          {tier !== null && <h3 className="mt-8 mb-3 text-xl">{tier}</h3>}
          <div className="grid gap-8">
            {inTier.map((sponsor) => (
              <div key={sponsor.name} className="grid items-center gap-x-8 gap-y-3 md:grid-cols-[18rem_1fr]">
                <p className="wrap-anywhere border-2 border-ink px-6 py-4 font-display font-semibold text-2xl">
                  <ExternalLink href={sponsor.href}>
                    {sponsor.logo === null ? (
                      sponsor.name
                    ) : (
                      <img src={sponsor.logo} alt={sponsor.name} loading="lazy" />
                    )}
                  </ExternalLink>
                </p>
                <SponsorText {...sponsor} />
              </div>
            ))}
          </div>
        </Fragment>
      ))}
    </Section>
  );
}

/** Collapsed for sponsors with tiers, because there are usually many such sponsors. */
function SponsorText({ name, text, tier }: Conference["sponsors"][number]) {
  if (text === "") return null;
  if (tier === null) return <p className="wrap-anywhere max-w-xl">{text}</p>;
  return (
    <details className="wrap-anywhere max-w-xl">
      <summary>{`About ${name}`}</summary>
      <p>{text}</p>
    </details>
  );
}

function Venue() {
  const { venue, date, hours, city } = conference;
  return (
    <Section anchor="venue" title="Venue" className="bg-surface">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_2fr]">
        <address className="not-italic">
          <p className="font-display font-semibold text-2xl">{venue.name}</p>
          <p className="mt-2">{venue.street}</p>
          {!hasCity(venue.street, city) && <p>{city}</p>}
          <p className="mt-4">
            <time dateTime={date.iso}>{addNonBreakingSpaces(date.long)}</time>
            <br />
            {addNonBreakingSpaces(hours)}
          </p>
        </address>
        {venue.notes.length > 0 && (
          <dl className="benefits">
            {venue.notes.map(({ label, text }) => (
              <div key={label} className="border-rule border-t pt-2">
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Section>
  );
}

/** Sections in the order of the specification (1). PageFrame adds the navigation and the footer. */
const SECTIONS = [Hero, PromoBanner, About, Program, Speakers, Registration, Subscription, Sponsor, Venue];

type LandingPageProps = { conferenceData: LandingData | null; inert?: boolean };

/** `conferenceData` is null while the page is loading. */
export function LandingPage({ conferenceData, inert }: LandingPageProps) {
  return (
    <PageFrame inert={inert} isOver={isRegistrationOver(conferenceData)}>
      {SECTIONS.map((Section) => (
        <Section key={SECTIONS.indexOf(Section)} conferenceData={conferenceData} />
      ))}
    </PageFrame>
  );
}
