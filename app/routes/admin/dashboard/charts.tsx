import type { DelegateStatistics } from "#app/models/delegate/statistics.server.ts";
import { countText, numberText } from "#app/platform/text.ts";
import { RuledSection } from "#app/routes/admin/ui-elements.tsx";

/** Charts rendered on the server, with tables that contain the same figures. */
export function Charts({ figures }: { figures: DelegateStatistics }) {
  const { days, passes, questions } = figures;
  if (days.length === 0) return null;
  return (
    <div className="mt-12 grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <DayChart {...figures} />
      <RuledSection id="by-pass" title="Registrations by pass">
        <ShareTable heading="Pass" counts={passes} hasSeries />
      </RuledSection>
      {questions.map(({ label, answers }, index) => (
        <RuledSection key={label} id={`question-${index}`} title={label}>
          <p className="mt-2 text-muted text-sm">Of those with a place</p>
          <ShareTable heading="Answer" counts={answers} />
        </RuledSection>
      ))}
    </div>
  );
}

type ShareTableProps = {
  heading: string;
  counts: DelegateStatistics["passes"];
  /** True if the rows are the series of the other chart, and have its colours. */
  hasSeries?: boolean;
};

function ShareTable({ heading, counts, hasSeries = false }: ShareTableProps) {
  const total = sum(counts.map(({ count }) => count)) || 1;
  return (
    <table className="figures mt-4">
      <thead className="sr-only">
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">Registrations</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ name, count }, series) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="figures-number">{numberText(count)}</td>
            <td className="figures-share">
              <span className="sr-only">{Math.round((100 * count) / total)}%</span>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" height="18" aria-hidden="true">
                <rect
                  className={`series-${hasSeries ? series : 0}`}
                  width={(100 * count) / total}
                  height="10"
                />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayChart({ days, passes }: DelegateStatistics) {
  const sums = days.map(({ values }) => sum(values));
  const highest = Math.max(...sums);
  const first = days[0]?.label;
  const last = days.at(-1)?.label;
  const inAll = countText(sum(sums), "in total", "in total");
  return (
    <RuledSection id="by-day" title="Registrations by day">
      <p className="mt-2 text-muted text-sm">{`Busiest day: ${numberText(highest)}`}</p>
      <svg
        className="chart"
        role="img"
        aria-label={`Registrations by day: ${inAll}, from ${first} to ${last}. Busiest day: ${highest}.`}
        viewBox={`0 0 ${Math.max(days.length, FEWEST_BARS)} ${highest}`}
        preserveAspectRatio="none"
      >
        {days.map(({ label, values }, place) => (
          <StackedBar key={label} values={values} place={place} highest={highest} />
        ))}
      </svg>
      <p className="text-muted text-sm">{first === last ? first : `${first} to ${last}`}</p>
      <details className="history mt-2">
        <summary className="small-button">
          As a table<span className="sr-only">: Registrations by day</span>
        </summary>
        <table className="figures mt-2">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {passes.map(({ name }) => (
                <th key={name} scope="col" className="figures-number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {passes.map(({ name }, index) => (
                  <td key={name} className="figures-number">
                    {numberText(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </RuledSection>
  );
}

/** A chart has space for at least this many bars, so a single day does not fill its width. */
const FEWEST_BARS = 14;

const StackedBar = ({ values, place, highest }: { values: number[]; place: number; highest: number }) =>
  values.map((value, index) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: series are identified by their index
      key={index}
      className={`series-${index}`}
      x={place + 0.1}
      y={highest - sum(values.slice(0, index + 1))}
      width="0.8"
      height={value}
    />
  ));

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);
