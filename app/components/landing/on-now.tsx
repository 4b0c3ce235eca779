import { SessionLink } from "#app/components/dialog-link.tsx";
import { sessionTone } from "#app/components/session-badges.tsx";
import { startText } from "#app/components/slot-time.tsx";
import { clockText } from "#app/conference/moment.ts";
import type { LandingData, Listing } from "#app/models/landing/landing.ts";
import { capitalise } from "#app/platform/capitalise.ts";
import { unbroken } from "#app/platform/unbroken.ts";

/** On the day, above the program: what is on, and what comes next; nothing on other days. */
export function OnNow({ conferenceData }: { conferenceData: LandingData }) {
  const { phase, programSessions } = conferenceData;
  if (phase?.kind !== "day") return null;
  const [on] = phase.now;
  const [first] = phase.next;
  if (!on && !first) return null;
  const isOneSlot = phase.now.every(({ end }) => end === on?.end);
  return (
    <div className="hero-columns py-6 md:grid-cols-2">
      <Listings
        id="now"
        title={on && isOneSlot ? unbroken(`Now, until ${clockText(new Date(on.end))}`) : "Now"}
        listings={phase.now}
        programSessions={programSessions}
      />
      <Listings
        id="next"
        title={first ? unbroken(`Next, at ${clockText(new Date(first.start))}`) : ""}
        listings={phase.next}
        programSessions={programSessions}
      />
    </div>
  );
}

function Listings({
  id,
  title,
  listings,
  programSessions,
}: {
  id: string;
  title: string;
  listings: Listing[];
  programSessions: LandingData["programSessions"];
}) {
  if (listings.length === 0) return null;
  return (
    <nav aria-labelledby={id} className="edition">
      <h3 id={id} className="text-red text-xl">
        {title}
      </h3>
      <ul>
        {listings.map((listing) => {
          const session = programSessions.find((one) => one.id === listing.id);
          if (!session) return null;
          const { title, type, track } = session;
          return (
            <li key={listing.id} id={`${id}-${listing.id}`}>
              <SessionLink programSessionId={listing.id} place={`${id}-${listing.id}`}>
                <span className={track ? "uppercase" : undefined}>{track ?? startText(session)}</span>{" "}
                <b>{title}</b> <i data-tone={sessionTone(type)}>{capitalise(type)}</i>
              </SessionLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
