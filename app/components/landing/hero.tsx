import { href, Link } from "react-router";
import { FactList } from "#app/components/fact-list.tsx";
import { conference } from "#app/conference/conference.ts";
import type { LandingData } from "#app/models/landing/landing.ts";

export function Hero({ conferenceData }: { conferenceData: LandingData | null }) {
  const { name, headline, lead, description, date, hours, venue, city } = conference;
  return (
    <section id="hero" tabIndex={-1} aria-labelledby="hero-title" className="hero">
      <div className="page-width">
        <p className="dateline">
          <span>{city}</span> <time dateTime={date.iso}>{date.long}</time> <span>{hours}</span>
        </p>
        <div className="hero-columns">
          <div>
            {headline !== null && <p className="font-semibold text-red">{name}</p>}
            <h1 id="hero-title" className="mt-2 font-display text-display">
              {headline ?? name}
            </h1>
            <p className="mt-6 max-w-2xl text-pretty text-xl leading-normal">{lead ?? description}</p>
            <p className="mt-8 flex flex-wrap gap-4">
              <Link to={`${href("/")}#registration`} className="button">
                Register Now
              </Link>{" "}
              <Link to={`${href("/")}#program`} className="button button-quiet">
                Read the program
              </Link>
            </p>
          </div>
          <FactList
            className="hero-facts"
            facts={[
              { name: "Venue", value: `${venue.name}, ${venue.street}` },
              { name: "On the program", value: programFact(conferenceData) },
              {
                name: "For journalists",
                value: (
                  <>
                    Free with accreditation.{" "}
                    <Link to={`${href("/register")}?type=media_pass`} className="text-link">
                      Get a Media Pass
                    </Link>
                  </>
                ),
              },
            ]}
          />
        </div>
      </div>
    </section>
  );
}

function programFact(conferenceData: LandingData | null): string {
  const sessions = conferenceData?.programSessions.length ?? 0;
  const speakers = conferenceData?.speakers.length ?? 0;
  if (sessions === 0 || speakers === 0) return "Keynotes, panels and workshops in four streams";
  return `${sessions} sessions, ${speakers} speakers and four streams`;
}
