import { Section } from "#app/components/landing/section.tsx";
import { conference } from "#app/conference/conference.ts";
import { namesCity } from "#app/conference/day-facts.ts";
import { unbroken } from "#app/platform/unbroken.ts";

/** Where and when, and how to get there (specification, 1). */
export function Venue() {
  const { venue, date, hours, city } = conference;
  return (
    <Section anchor="venue" title="Venue" className="bg-surface">
      <div className="grid gap-12 lg:grid-cols-[1fr_2fr]">
        <address className="not-italic">
          <p className="font-display font-semibold text-2xl">{venue.name}</p>
          <p className="mt-2">{venue.street}</p>
          {!namesCity(venue.street, city) && <p>{city}</p>}
          <p className="mt-4">
            <time dateTime={date.iso}>{unbroken(date.long)}</time>
            <br />
            {unbroken(hours)}
          </p>
        </address>
        {venue.notes.length > 0 && (
          <dl className="benefits">
            {venue.notes.map(({ label, text }) => (
              <div key={label} className="border-rule border-t pt-3">
                <dt className="font-display font-semibold text-xl">{label}</dt>
                <dd className="mt-1">{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Section>
  );
}
