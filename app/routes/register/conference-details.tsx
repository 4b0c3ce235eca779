import { conference } from "#app/conference.ts";

/** Date, venue and hours beside the form (specification, 2). */
export function ConferenceDetails() {
  const { name, date, venue, city, hours } = conference;
  return (
    <aside aria-labelledby="details-title" className="card self-start p-6" data-tone="red">
      <h2 id="details-title" className="text-xl">
        {name}
      </h2>
      <dl className="facts mt-4">
        <div>
          <dt>Date</dt>
          <dd>
            <time dateTime={date.iso}>{date.long}</time>
          </dd>
        </div>
        <div>
          <dt>Venue</dt>
          <dd>
            {venue.name}, {venue.street}, {city}
          </dd>
        </div>
        <div>
          <dt>Hours</dt>
          <dd>{hours}</dd>
        </div>
      </dl>
    </aside>
  );
}
