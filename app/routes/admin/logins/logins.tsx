import { data, href, Link, type ShouldRevalidateFunction } from "react-router";
import { actorOf, organiserOf } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/instead-of-screen.tsx";
import { Toast } from "#app/components/toast.tsx";
import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { oneTimeId, readForm } from "#app/http/form.server.ts";
import { keepForm } from "#app/http/keep-form.ts";
import { refusal } from "#app/http/refusal.ts";
import { endLoginSessions, listLoginSessions } from "#app/models/login/login-session.server.ts";
import { UNKNOWN_BROWSER } from "#app/models/login/login-session.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";
import { EndLoginDialog, OTHERS, useEndDialog } from "#app/routes/admin/logins/end-login-dialog.tsx";
import { LoginList } from "#app/routes/admin/logins/login-list.tsx";
import { isOnlyDialog } from "#app/routes/admin/use-dialog.ts";
import { readLoginId } from "#app/session.server.ts";
import type { Route } from "./+types/logins";

export const meta = () => [];

/** The logins of whoever asks; `?end=ID` and `?end=others` ask before some of them are ended. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { id: userId, email } = organiserOf(context);
  const formId = crypto.randomUUID();
  const read = await tryOrLog(() => Promise.all([listLoginSessions(userId), readLoginId(request)]));
  if (!read) return data({ email, logins: null, formId }, { status: 500 });
  const [logins, ownId] = read.value;
  // What is noted of a login may be a minute old; this one is being used.
  const now = new Date().toISOString();
  const listed = logins.map((login) => {
    const isThis = login.id === ownId;
    return { ...login, isThis, lastUsedAt: isThis ? now : login.lastUsedAt };
  });
  return data({ email, formId, logins: listed });
}

export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.defaultShouldRevalidate && !isOnlyDialog(args);

/** Ends one login or all but this one: never this one, which ends with Logout. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, ["formId", "intent", "login"]);
  const wanted = form.get("intent") === "end" ? form.get("login") : null;
  if (wanted === null) return redirectWithError(href("/admin/logins"), NOTHING_ENDED);
  const ownId = await readLoginId(request);
  const isWanted = (id: string) => id !== ownId && (wanted === OTHERS || id === wanted);
  const button = oneTimeId(form);
  const done = await tryOrLog(() =>
    endLoginSessions(organiserOf(context).id, isWanted, actorOf(context), button),
  );
  if (!done) return redirectWithError(href("/admin/logins"), NOT_ENDED);
  const [first, ...more] = done.value;
  if (!first) return redirectWithError(href("/admin/logins"), NOTHING_ENDED);
  for (const _ of done.value) securityEvent("login-ended", { reason: "ended-by-owner" });
  return redirectWithSuccess(
    href("/admin/logins"),
    more.length === 0
      ? `Login ended: ${first.browser ?? UNKNOWN_BROWSER}.`
      : `${done.value.length} logins ended.`,
  );
}

export const clientAction = keepForm(({ problem, status }) =>
  refusal(status, { description: problem ?? NOT_ENDED }),
);

const NOT_ENDED = "Failed to end the login. Please try again later.";
const NOTHING_ENDED = "Nothing was ended: that login no longer exists.";

export default function Logins({ loaderData: { email, logins, formId }, actionData }: Route.ComponentProps) {
  const dialog = useEndDialog();
  const others = logins?.filter(({ isThis }) => !isThis) ?? [];
  return (
    <>
      <AdminPage
        title="Your Logins"
        subtitle={email}
        inert={dialog !== null}
        actions={
          others.length > 1 && (
            <Link
              to={`?end=${OTHERS}`}
              id={`end-${OTHERS}`}
              className="button button-quiet"
              preventScrollReset
            >
              End all others
            </Link>
          )
        }
      >
        {logins === null ? (
          <LoadFailure text="Failed to load your logins" href={href("/admin/logins")} />
        ) : (
          <>
            <p className="max-w-2xl">
              These are the browsers you are logged in with. If you do not recognise one, or left one open on
              a shared computer, end it: that browser is logged out the next time it opens a page. A login
              ends by itself after 12 hours without a visit, and after seven days in any case.
            </p>
            <LoginList logins={logins} />
          </>
        )}
      </AdminPage>
      {dialog !== null && <EndLoginDialog wanted={dialog} others={others} formId={formId} />}
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
