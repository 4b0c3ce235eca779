import type { DayFact } from "#app/conference/day-facts.ts";
import { nonBreaking } from "#app/platform/text.ts";

export const shownFact = ({ name, text, iso }: DayFact) => ({
  name,
  value: iso === undefined ? nonBreaking(text) : <time dateTime={iso}>{nonBreaking(text)}</time>,
});

type FactListProps = { facts: { name: string; value: React.ReactNode }[]; className?: string };

export function FactList({ facts, className = "" }: FactListProps) {
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
