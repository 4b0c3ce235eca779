import { About } from "#app/components/landing/about.tsx";
import { Hero } from "#app/components/landing/hero.tsx";
import { Program } from "#app/components/landing/program.tsx";
import { PromoBanner } from "#app/components/landing/promo-banner.tsx";
import { Registration } from "#app/components/landing/registration.tsx";
import { Speakers } from "#app/components/landing/speakers.tsx";
import { Sponsor } from "#app/components/landing/sponsor.tsx";
import { Subscription } from "#app/components/landing/subscription.tsx";
import { Venue } from "#app/components/landing/venue.tsx";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { isDone, type LandingData } from "#app/models/landing/landing.ts";

/** The sections in the order of specification section 1; the footer, the tenth, comes with the frame. */
const SECTIONS: React.ComponentType<{ conferenceData: LandingData | null }>[] = [
  Hero,
  PromoBanner,
  About,
  Program,
  Speakers,
  Registration,
  Subscription,
  Sponsor,
  Venue,
];

/** The public page. Null means that program and speakers are on their way. */
export function LandingPage({
  conferenceData,
  inert,
}: {
  conferenceData: LandingData | null;
  inert?: boolean;
}) {
  return (
    <PageFrame inert={inert} isOver={isDone(conferenceData?.phase)}>
      {SECTIONS.map((Section) => (
        <Section key={SECTIONS.indexOf(Section)} conferenceData={conferenceData} />
      ))}
    </PageFrame>
  );
}
