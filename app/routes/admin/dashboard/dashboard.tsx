import { href, Link, useRouteLoaderData } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { redirectWithError, redirectWithSuccess, runOrLogError } from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm } from "#app/http/form.server.ts";
import { withToastRecovery } from "#app/http/form-recovery.ts";
import { getStatistics } from "#app/models/delegate/statistics.server.ts";
import { screenPath } from "#app/models/editable/fields.ts";
import { ITEMS_BY_KIND } from "#app/models/editables.server.ts";
import { listRecentActivity, type RecentHistoryEntry } from "#app/models/history/history.server.ts";
import { countOpenTasks } from "#app/models/open-tasks.server.ts";
import { listUnsentMail } from "#app/models/outbox/mail-state.server.ts";
import { sendOrDiscardRestoredMail } from "#app/models/outbox/restored-mail.server.ts";
import { getOverview } from "#app/models/overview.server.ts";
import { countText } from "#app/platform/text.ts";
import { Charts } from "#app/routes/admin/dashboard/charts.tsx";
import { MAX_TASK_DETAILS, PendingTaskList } from "#app/routes/admin/dashboard/pending-task-list.tsx";
import type { loader as adminLoader } from "#app/routes/admin/layout.tsx";
import { listPendingTasks, placesText } from "#app/routes/admin/pending-tasks.ts";
import { SCREEN_LIST } from "#app/routes/admin/screens.ts";
import { RuledSection, SmallLink, TextLink } from "#app/routes/admin/ui-elements.tsx";
import type { Route } from "./+types/dashboard";

export async function loader() {
  const [waiting, figures, overview, recent] = await Promise.all([
    countOpenTasks(),
    getStatistics(),
    getOverview(),
    listRecentActivity(10),
  ]);
  const tasks = listPendingTasks(waiting, {
    failed: waiting.failedMail === 0 ? [] : listUnsentMail("failed", MAX_TASK_DETAILS),
    held: waiting.heldMail === 0 ? [] : listUnsentMail("held", MAX_TASK_DETAILS),
  });
  const { places } = waiting;
  return { tasks, figures, overview, places, recent: recent.map(toActivity), formId: crypto.randomUUID() };
}

function toActivity({ id, text, about, actor, at, thing }: RecentHistoryEntry) {
  return { id, text, about, actor, at, to: thing && addressOf(thing) };
}

function addressOf({ kind, id }: NonNullable<RecentHistoryEntry["thing"]>): string {
  if (kind === "delegate") return href("/admin/delegates/:id", { id: String(id) });
  return `${screenPath(ITEMS_BY_KIND[kind as keyof typeof ITEMS_BY_KIND].words)}?history=${id}`;
}

/** Sends or discards the emails held back since a backup was restored. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, ["formId", "intent"]);
  const decision = form.get("intent");
  if (decision !== "send" && decision !== "discard") return redirectWithError(SCREEN, NOT_DECIDED);
  const actor = getOrganiser(context).email;
  const decided = await runOrLogError(() =>
    sendOrDiscardRestoredMail(decision, actor, createOneTimeId(form)),
  );
  if (!decided?.value) return redirectWithError(SCREEN, decided ? NONE_HELD : NOT_DECIDED);
  const done = decision === "send" ? "on the way" : "discarded";
  return redirectWithSuccess(SCREEN, `${countText(decided.value, "email")} ${done}.`);
}

const SCREEN = href("/admin");
const NOT_DECIDED = "Failed to send or discard the emails. Please try again.";
const NONE_HELD = "No emails are being held: they have already been sent or discarded.";

export const clientAction = withToastRecovery(NOT_DECIDED);

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { tasks, figures, overview, places, recent, formId } = loaderData;
  const admin = useRouteLoaderData<typeof adminLoader>("routes/admin/layout");
  return (
    <AdminPage
      title="Admin Panel"
      subtitle={`Welcome, ${admin?.welcomeName ?? "Admin"}`}
      actions={
        <>
          <SmallLink to={href("/admin/tokens")}>API Tokens</SmallLink>
          <SmallLink to={href("/admin/logins")}>Your Logins</SmallLink>
        </>
      }
    >
      <PendingTaskList {...{ tasks, formId }} />
      <Cards />
      <Overview overview={overview} places={places} />
      <Charts figures={figures} />
      <RecentActivity recent={recent} />
    </AdminPage>
  );
}

function Cards() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {SCREEN_LIST.map(
        ([path, { card }]) =>
          card && (
            <li key={path} className="card p-6">
              <h2 className="text-xl">
                <Link to={`/admin/${path}`} className="card-link">
                  {card.title}
                </Link>
              </h2>
              <p className="mt-1 text-base">{card.text}</p>
            </li>
          ),
      )}
      <li className="card border-dashed bg-transparent p-6 text-muted" data-tone="grey">
        <h2 className="text-xl">
          Settings <span className="badge align-middle font-text">Coming soon</span>
        </h2>
        <p className="mt-1 text-base">Conference details and preferences.</p>
      </li>
    </ul>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function Overview({ overview, places }: Pick<Shown, "overview" | "places">) {
  return (
    <RuledSection id="overview-title" title="Conference Overview" className="mt-12">
      <dl className="mt-4 grid grid-cols-2 gap-6 md:grid-cols-4">
        {overview.facts.map(([value, label]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-muted">{label}</dt>
            <dd className="font-display font-semibold text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
      {places.length > 0 && <p className="mt-4">{places.map((limit) => `${placesText(limit)}. `)}</p>}
      {overview.isFixed && (
        <p className="mt-4 text-base text-muted">
          These figures are fixed for the sample conference. With your own conference file, this overview
          shows the real figures.
        </p>
      )}
    </RuledSection>
  );
}

function RecentActivity({ recent }: Pick<Shown, "recent">) {
  if (recent.length === 0) return null;
  return (
    <RuledSection id="activity-title" title="Recent activity" className="mt-12">
      <table className="activity mt-4">
        <thead>
          <tr>
            <th scope="col" className="activity-time">
              Time
            </th>
            <th scope="col" className="w-[30%]">
              Who
            </th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {recent.map(({ id, text, about, actor, at, to }) => (
            <tr key={id}>
              <td>
                <Timestamp at={at} />
              </td>
              <td>{actor}</td>
              <td>
                {to === null ? (about ?? text) : <TextLink to={to}>{about ?? text}</TextLink>}
                {about !== null && `: ${text.charAt(0).toLowerCase()}${text.slice(1)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </RuledSection>
  );
}
