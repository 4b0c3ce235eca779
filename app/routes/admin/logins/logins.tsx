import { data, href, Link } from "react-router";
import { getActorName, getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { ConfirmDialog, MissingItemDialog } from "#app/components/admin/dialogs.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { redirectWithError, redirectWithSuccess, runOrLogError } from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { createRefusalResponse } from "#app/http/refusal.ts";
import {
  endLoginSessions,
  type LoginSummary,
  listLoginSessions,
} from "#app/models/login/login-session.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";
import { SmallLink } from "#app/routes/admin/ui-elements.tsx";
import { shouldRevalidateScreen, useNextSearch } from "#app/routes/admin/use-dialog.ts";
import { readLoginId } from "#app/session.server.ts";
import type { Route } from "./+types/logins";

export const meta = () => [];

const SCREEN = href("/admin/logins");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { id: userId, email } = getOrganiser(context);
  const formId = crypto.randomUUID();
  const read = await runOrLogError(() => Promise.all([listLoginSessions(userId), readLoginId(request)]));
  if (!read) return data({ email, logins: null, formId }, { status: 500 });
  const [logins, ownId] = read.value;
  // Shows the current time for this login, because its stored time may be a minute old.
  const now = new Date().toISOString();
  const listed = logins.map((login) => {
    const isThis = login.id === ownId;
    return { ...login, isThis, lastUsedAt: isThis ? now : login.lastUsedAt };
  });
  return data({ email, formId, logins: listed });
}

export const shouldRevalidate = shouldRevalidateScreen;

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, ["formId", "intent", "login"]);
  const wanted = form.get("intent") === "end" ? form.get("login") : null;
  if (wanted === null) return redirectWithError(SCREEN, NOTHING_ENDED);
  const ownId = await readLoginId(request);
  const isWanted = (id: string) => id !== ownId && (wanted === OTHER_LOGINS || id === wanted);
  const button = createOneTimeId(form);
  const done = await runOrLogError(() =>
    endLoginSessions(getOrganiser(context).id, isWanted, getActorName(context), button),
  );
  if (!done) return redirectWithError(SCREEN, NOT_ENDED);
  const [first, ...more] = done.value;
  if (!first) return redirectWithError(SCREEN, NOTHING_ENDED);
  for (const _ of done.value) logSecurityEvent("login-ended", { reason: "ended-by-owner" });
  const one = `Login ended: ${first.browser}.`;
  return redirectWithSuccess(SCREEN, more.length === 0 ? one : `${done.value.length} logins ended.`);
}

export const clientAction = withFormRecovery(({ problem, status }) =>
  createRefusalResponse(status, { description: problem ?? NOT_ENDED }),
);

const NOT_ENDED = "Failed to end the login. Please try again later.";
const NOTHING_ENDED = "That login has already ended.";

export default function Logins({ loaderData: { email, logins, formId } }: Route.ComponentProps) {
  // A login's id, 'others', or null if no dialog is open.
  const dialog = new URLSearchParams(useNextSearch()).get("end");
  const others = logins?.filter(({ isThis }) => !isThis) ?? [];
  return (
    <>
      <AdminPage
        title="Your Logins"
        subtitle={email}
        inert={dialog !== null}
        actions={
          others.length > 1 && (
            <SmallLink to={`?end=${OTHER_LOGINS}`} id={`end-${OTHER_LOGINS}`} preventScrollReset>
              End all others
            </SmallLink>
          )
        }
      >
        {logins === null ? (
          <LoadFailure text="Failed to load your logins" href={SCREEN} />
        ) : (
          <>
            <p className="max-w-2xl">
              You are logged in on these browsers. If you do not recognise one, or forgot to log out on a
              shared computer, end that login. The browser is logged out the next time it opens a page. Each
              login ends automatically after 12 hours without a visit, or after seven days at the latest.
            </p>
            <LoginList logins={logins} />
          </>
        )}
      </AdminPage>
      {dialog !== null && <EndLoginDialog wanted={dialog} others={others} formId={formId} />}
    </>
  );
}

function LoginList({ logins }: { logins: (LoginSummary & { isThis: boolean })[] }) {
  return (
    <ul className="mt-6 grid max-w-3xl gap-4">
      {logins.map(({ id, browser, startedAt, lastUsedAt, isThis }) => (
        <li
          key={id}
          className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
          data-tone={isThis ? "green" : "grey"}
        >
          <div>
            <h2 className="flex flex-wrap items-center gap-x-3 text-xl">
              {browser}
              {isThis && <span className="badge font-text">This browser</span>}
            </h2>
            <p className="text-base text-muted">
              Logged in <Timestamp at={startedAt} />
            </p>
            <p className="text-base text-muted">
              Last used <Timestamp at={lastUsedAt} />
            </p>
          </div>
          {isThis ? (
            <a href={href("/api/logout")} className="small-button">
              Logout
            </a>
          ) : (
            <Link to={`?end=${id}`} id={`end-${id}`} className="small-button" preventScrollReset>
              End
              <span className="sr-only"> the login from {browser}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function EndLoginDialog({
  wanted,
  others,
  formId,
}: {
  wanted: string;
  others: LoginSummary[];
  formId: string;
}) {
  const chosen = others.find(({ id }) => id === wanted);
  const isAll = wanted === OTHER_LOGINS && others.length > 0;
  if (!chosen && !isAll) return <MissingItemDialog screen={SCREEN} what="login" done="ended" />;
  const title = isAll ? "End all other logins" : "End this login";
  const all = others.length === 1 ? "the other login" : `the ${others.length} other logins`;
  return (
    <ConfirmDialog
      title={title}
      screen={SCREEN}
      action={`${SCREEN}?end=${encodeURIComponent(wanted)}`}
      intent="end"
      button={title}
      busy="Ending..."
      className="button"
      returnFocusTo={`end-${wanted}`}
      formId={formId}
      hiddenFields={<input type="hidden" name="login" value={wanted} />}
    >
      <p className="mt-4">
        {isAll || !chosen ? (
          `Are you sure you want to end ${all}?`
        ) : (
          <>
            Are you sure you want to end the login from {chosen.browser}, last used{" "}
            <Timestamp at={chosen.lastUsedAt} />?
          </>
        )}
      </p>
      <p className="mt-2 text-muted">Any unsaved text there can still be saved after you log in again.</p>
    </ConfirmDialog>
  );
}

/** Value of `?end=` for every login except the current one. */
const OTHER_LOGINS = "others";
