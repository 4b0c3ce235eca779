import { href, Link, useRouteLoaderData } from "react-router";
import { organiserOf } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { Toast } from "#app/components/toast.tsx";
import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { oneTimeId, readForm } from "#app/http/form.server.ts";
import { keepForm } from "#app/http/keep-form.ts";
import { refusal } from "#app/http/refusal.ts";
import { decideRestoredMail } from "#app/models/outbox/restored-mail.server.ts";
import { Charts } from "#app/routes/admin/dashboard/charts.tsx";
import { loadDashboard } from "#app/routes/admin/dashboard/dashboard.server.ts";
import { RecentActivity } from "#app/routes/admin/dashboard/recent-activity.tsx";
import { ToDoList } from "#app/routes/admin/dashboard/to-do-list.tsx";
import type { loader as adminLoader } from "#app/routes/admin/layout.tsx";
import { QuietLink } from "#app/routes/admin/parts.tsx";
import { SCREEN_LIST } from "#app/routes/admin/screens.ts";
import { counted } from "#app/vocabulary/counted.ts";
import type { Route } from "./+types/dashboard";

export const meta = () => [];

export function loader() {
  return loadDashboard();
}

/** Sends the emails that are held since the restore of a backup, or discards them. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, ["formId", "intent"]);
  const decision = form.get("intent");
  if (decision !== "send" && decision !== "discard") return redirectWithError(SCREEN, NOT_DECIDED);
  const actor = organiserOf(context).email;
  const decided = await tryOrLog(() => decideRestoredMail(decision, actor, oneTimeId(form)));
  if (!decided?.value) return redirectWithError(SCREEN, decided ? NONE_HELD : NOT_DECIDED);
  return redirectWithSuccess(
    SCREEN,
    `${counted(decided.value, "email")} ${decision === "send" ? "on the way" : "discarded"}.`,
  );
}

export const clientAction = keepForm(({ problem, status }) =>
  refusal(status, { description: problem ?? NOT_DECIDED }),
);

const SCREEN = href("/admin");
const NOT_DECIDED = "Failed to send or discard the emails. Please try again.";
const NONE_HELD = "No emails are held any more: they have already been sent or discarded.";

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { todo, figures, overview, recent, formId } = loaderData;
  const admin = useRouteLoaderData<typeof adminLoader>("routes/admin/layout");
  return (
    <AdminPage
      title="Admin Panel"
      hasBackLink={false}
      subtitle={`Welcome, ${admin?.welcomeName ?? "Admin"}`}
      actions={<QuietLink to={href("/admin/logins")}>Your Logins</QuietLink>}
    >
      <ToDoList {...{ todo, formId }} />
      <Cards />
      <Overview overview={overview} />
      <Charts figures={figures} />
      <RecentActivity recent={recent} />
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
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

function Overview({ overview }: { overview: Route.ComponentProps["loaderData"]["overview"] }) {
  return (
    <section aria-labelledby="overview-title" className="mt-12">
      <h2 id="overview-title" className="border-ink border-t-3 pt-3 text-2xl">
        Conference Overview
      </h2>
      <dl className="mt-4 grid grid-cols-2 gap-6 md:grid-cols-4">
        {overview.facts.map(([value, label]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-muted">{label}</dt>
            <dd className="font-display font-semibold text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
      {overview.isFixed && (
        <p className="mt-4 text-base text-muted">
          As announced for the sample conference. With your own conference file, these are counted.
        </p>
      )}
    </section>
  );
}
