import { FactList } from "#app/components/fact-list.tsx";
import { conference } from "#app/conference/conference.ts";
import { unbroken } from "#app/platform/unbroken.ts";

/** Date, venue and hours beside the form (specification, 2). */
export function ConferenceDetails() {
  const { name, date, venue, city, hours } = conference;
  return (
    <aside aria-labelledby="details-title" className="card p-6" data-tone="red">
      <h2 id="details-title" className="text-xl">
        {name}
      </h2>
      <FactList
        className="mt-4"
        facts={[
          { name: "Date", value: <time dateTime={date.iso}>{unbroken(date.long)}</time> },
          { name: "Venue", value: `${venue.name}, ${venue.street}, ${city}` },
          { name: "Hours", value: unbroken(hours) },
        ]}
      />
    </aside>
  );
}
