import type { DayFact } from "#app/conference/day-facts.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";

export const formatFact = ({ name, text, iso }: DayFact) => ({
  name,
  value:
    iso === undefined ? addNonBreakingSpaces(text) : <time dateTime={iso}>{addNonBreakingSpaces(text)}</time>,
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
