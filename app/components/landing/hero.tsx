import { href, Link } from "react-router";
import { Edition } from "#app/components/landing/edition.tsx";
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
        {headline !== null && <p className="font-semibold text-red">{name}</p>}
        <h1 id="hero-title">{headline ?? name}</h1>
        <div className="hero-columns">
          <div>
            <p className="max-w-2xl text-pretty text-xl leading-normal">{lead ?? description}</p>
            <p className="mt-8 flex flex-wrap gap-4">
              <Link to={`${href("/")}#registration`} className="button">
                Register Now
              </Link>{" "}
              <Link to={`${href("/")}#program`} className="button button-quiet">
                Read the program
              </Link>
            </p>
            <p className="mt-8 text-base text-muted">
              {`${venue.name}, ${venue.street}. Free for journalists with accreditation: `}
              <Link to={`${href("/register")}?type=media_pass`} className="text-link">
                get a Media Pass
              </Link>
              .
            </p>
          </div>
          <Edition conferenceData={conferenceData} />
        </div>
      </div>
    </section>
  );
}
