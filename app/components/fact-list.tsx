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
