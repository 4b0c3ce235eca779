import { Link } from "react-router";
import { conference } from "#app/conference.ts";

/** What replaces the form after a registration (specification, 2). */
export function Confirmation() {
  const { date, venue, city, hours, name } = conference;
  return (
    <div className="page-width page-body">
      <title>{`Registration Confirmed! – ${name}`}</title>
      <div className="card max-w-2xl p-8" data-tone="green">
        <h1 className="text-3xl">Registration Confirmed!</h1>
        <dl className="facts mt-6">
          <div>
            <dt>Date</dt>
            <dd>
              <time dateTime={date.iso}>{date.long}</time>, {hours}
            </dd>
          </div>
          <div>
            <dt>Venue</dt>
            <dd>
              {venue.name}, {venue.street}
            </dd>
          </div>
          <div>
            <dt>City</dt>
            <dd>{city}</dd>
          </div>
        </dl>
        <p className="mt-6">We'll send you confirmation details and further information soon.</p>
        <p className="mt-8">
          <Link to="/" prefetch="intent" className="button">
            Return to Homepage
          </Link>
        </p>
      </div>
    </div>
  );
}
