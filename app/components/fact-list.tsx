import type { DayFact } from "#app/conference/day-facts.ts";
import { unbroken } from "#app/platform/text.ts";

/** A fact of the day as the list takes it, its date readable for programs. */
export const shownFact = ({ name, text, iso }: DayFact) => ({
  name,
  value: iso === undefined ? unbroken(text) : <time dateTime={iso}>{unbroken(text)}</time>,
});

/** Facts with their names, one below the other. */
export function FactList({
  facts,
  className = "",
}: {
  facts: { name: string; value: React.ReactNode }[];
  className?: string;
}) {
  return (
    <dl className={`facts ${className}`}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
