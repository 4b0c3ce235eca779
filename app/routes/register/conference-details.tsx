import { FactList, shownFact } from "#app/components/fact-list.tsx";
import { conference } from "#app/conference/conference.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";

/** Date, venue and hours beside the form (specification, 2). */
export function ConferenceDetails() {
  return (
    <aside aria-labelledby="details-title" className="card max-w-2xl p-6">
      <h2 id="details-title" className="text-xl">
        {conference.name}
      </h2>
      <FactList className="mt-4" facts={DAY_FACTS.map(shownFact)} />
    </aside>
  );
}
