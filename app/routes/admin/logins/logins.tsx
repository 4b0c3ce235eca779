import { data, Form, href, useNavigation } from "react-router";
import { getActorName, getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { PageLinks } from "#app/components/admin/pagination.tsx";
import { useFocusOnChange } from "#app/components/admin/use-focus.ts";
import { SmallButton } from "#app/components/buttons-and-badge.tsx";
import { redirectWithError, redirectWithSuccess, runOrLogError } from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm } from "#app/http/form.server.ts";
import { withToastRecovery } from "#app/http/form-recovery.ts";
import {
  endLoginSessions,
  type LoginSummary,
  listLoginSessions,
} from "#app/models/login/login-session.server.ts";
import { readPageNumber } from "#app/platform/pages.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";
import { readLoginId } from "#app/session.server.ts";
import type { Route } from "./+types/logins";

const SCREEN = href("/admin/logins");

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { id: userId, email } = getOrganiser(context);
  const formId = crypto.randomUUID();
  const wanted = readPageNumber(url.searchParams);
  const read = await runOrLogError(() =>
    Promise.all([listLoginSessions(userId, wanted), readLoginId(request)]),
  );
  if (!read) return data({ email, logins: null, formId }, { status: 500 });
  const [{ listed, ...page }, ownId] = read.value;
  const logins = { ...page, listed: listed.map((login) => ({ ...login, isThis: login.id === ownId })) };
  return data({ email, formId, logins });
}

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

const NOT_ENDED = "Failed to end the login. Please try again later.";
const NOTHING_ENDED = "That login has already ended.";

export const clientAction = withToastRecovery(NOT_ENDED);

export default function Logins({ loaderData: { email, logins, formId } }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === "POST";
  useFocusOnChange(logins?.total, LIST_ID);
  return (
    <AdminPage title="Your Logins" subtitle={email}>
      {logins === null ? (
        <LoadFailure text="Failed to load your logins" href={SCREEN} />
      ) : (
        <>
          <p className="max-w-2xl">
            You are logged in on these browsers. If you do not recognise one, or forgot to log out on a shared
            computer, end that login. The browser is logged out the next time it opens a page; unsaved text
            there can still be saved after you log in again. Each login ends automatically after 12 hours
            without a visit, or after seven days at the latest.
          </p>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="formId" value={formId} />
            <input type="hidden" name="intent" value="end" />
            <LoginList logins={logins.listed} isBusy={isBusy} />
            {logins.total > 2 && (
              <SmallButton name="login" value={OTHER_LOGINS} className="small-button mt-6" disabled={isBusy}>
                End all other logins
              </SmallButton>
            )}
          </Form>
          <PageLinks {...logins} url={(page) => `${SCREEN}?page=${page}`} />
        </>
      )}
    </AdminPage>
  );
}

const LIST_ID = "logins";

function LoginList({ logins, isBusy }: { logins: (LoginSummary & { isThis: boolean })[]; isBusy: boolean }) {
  return (
    <ul id={LIST_ID} tabIndex={-1} className="mt-6 grid max-w-3xl gap-4">
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
            <button type="submit" name="login" value={id} className="small-button" disabled={isBusy}>
              End
              <span className="sr-only"> the login from {browser}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Form value for every login except the current one. */
const OTHER_LOGINS = "others";
