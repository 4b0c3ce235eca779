import { Moment } from "#app/components/admin/moment.tsx";
import type { HistoryEntry } from "#app/models/history/history.ts";
import { TextLink } from "#app/routes/admin/parts.tsx";

export type Activity = Pick<HistoryEntry, "id" | "text" | "about" | "actor" | "at"> & { to: string | null };

export function RecentActivity({ recent }: { recent: Activity[] }) {
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="activity-title" className="mt-12">
      <h2 id="activity-title" className="border-ink border-t-3 pt-3 text-2xl">
        Recent activity
      </h2>
      <table className="activity mt-4">
        <thead>
          <tr>
            <th scope="col" className="activity-time">
              Time
            </th>
            <th scope="col" className="activity-who">
              Who
            </th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {recent.map(({ id, text, about, actor, at, to }) => (
            <tr key={id}>
              <td>
                <Moment at={at} />
              </td>
              <td>{actor}</td>
              <td>
                <Thing name={about ?? text} to={to} />
                {about !== null && `: ${text.charAt(0).toLowerCase()}${text.slice(1)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Thing({ name, to }: { name: string; to: string | null }) {
  if (to === null) return name;
  return <TextLink to={to}>{name}</TextLink>;
}
