import { data, Form, href, Link, useNavigation } from "react-router";
import { actorOf, organiserOf } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { DialogFooter, MissingDialog, useClose } from "#app/components/admin/dialogs.tsx";
import { LoadFailure } from "#app/components/admin/instead-of-screen.tsx";
import { Moment } from "#app/components/admin/moment.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { oneTimeId, readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { refusal } from "#app/http/refusal.ts";
import { endLoginSessions, listLoginSessions } from "#app/models/login/login-session.server.ts";
import { type OwnLogin, UNKNOWN_BROWSER } from "#app/models/login/login-session.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";
import { SmallLink } from "#app/routes/admin/parts.tsx";
import { revalidateScreen, useShownSearch } from "#app/routes/admin/use-dialog.ts";
import { readLoginId } from "#app/session.server.ts";
import type { Route } from "./+types/logins";

export const meta = () => [];

const SCREEN = href("/admin/logins");

/** The organiser's own logins; `?end=ID` and `?end=others` open the question. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { id: userId, email } = organiserOf(context);
  const formId = crypto.randomUUID();
  const read = await tryOrLog(() => Promise.all([listLoginSessions(userId), readLoginId(request)]));
  if (!read) return data({ email, logins: null, formId }, { status: 500 });
  const [logins, ownId] = read.value;
  // The stored time may be a minute old; this login is in use.
  const now = new Date().toISOString();
  const listed = logins.map((login) => {
    const isThis = login.id === ownId;
    return { ...login, isThis, lastUsedAt: isThis ? now : login.lastUsedAt };
  });
  return data({ email, formId, logins: listed });
}

export const shouldRevalidate = revalidateScreen;

/** Ends one login or all others, never this one. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, ["formId", "intent", "login"]);
  const wanted = form.get("intent") === "end" ? form.get("login") : null;
  if (wanted === null) return redirectWithError(SCREEN, NOTHING_ENDED);
  const ownId = await readLoginId(request);
  const isWanted = (id: string) => id !== ownId && (wanted === OTHERS || id === wanted);
  const button = oneTimeId(form);
  const done = await tryOrLog(() =>
    endLoginSessions(organiserOf(context).id, isWanted, actorOf(context), button),
  );
  if (!done) return redirectWithError(SCREEN, NOT_ENDED);
  const [first, ...more] = done.value;
  if (!first) return redirectWithError(SCREEN, NOTHING_ENDED);
  for (const _ of done.value) securityEvent("login-ended", { reason: "ended-by-owner" });
  const one = `Login ended: ${first.browser ?? UNKNOWN_BROWSER}.`;
  return redirectWithSuccess(SCREEN, more.length === 0 ? one : `${done.value.length} logins ended.`);
}

export const clientAction = withFormRecovery(({ problem, status }) =>
  refusal(status, { description: problem ?? NOT_ENDED }),
);

const NOT_ENDED = "Failed to end the login. Please try again later.";
const NOTHING_ENDED = "Nothing was ended: that login no longer exists.";

export default function Logins({ loaderData: { email, logins, formId } }: Route.ComponentProps) {
  // The id in `?end=ID`, or `others`; null where the address asks for no dialog.
  const dialog = new URLSearchParams(useShownSearch()).get("end");
  const others = logins?.filter(({ isThis }) => !isThis) ?? [];
  return (
    <>
      <AdminPage
        title="Your Logins"
        subtitle={email}
        inert={dialog !== null}
        actions={
          others.length > 1 && (
            <SmallLink to={`?end=${OTHERS}`} id={`end-${OTHERS}`} preventScrollReset>
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
              These are the browsers you are logged in with. If you do not recognise one, or left one open on
              a shared computer, end it: that browser is logged out the next time it opens a page. A login
              ends by itself after 12 hours without a visit, and after seven days in any case.
            </p>
            <LoginList logins={logins} />
          </>
        )}
      </AdminPage>
      {dialog !== null && <EndLoginDialog wanted={dialog} others={others} formId={formId} />}
    </>
  );
}

function LoginList({ logins }: { logins: (OwnLogin & { isThis: boolean })[] }) {
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
              {browser ?? UNKNOWN_BROWSER}
              {isThis && <span className="badge font-text">This one</span>}
            </h2>
            <p className="text-base text-muted">
              Logged in <Moment at={startedAt} />
            </p>
            <p className="text-base text-muted">
              Last used <Moment at={lastUsedAt} />
            </p>
          </div>
          {isThis ? (
            <a href={href("/api/logout")} className="small-button">
              Logout
            </a>
          ) : (
            <Link to={`?end=${id}`} id={`end-${id}`} className="small-button" preventScrollReset>
              End
              <span className="sr-only"> the login of {browser ?? UNKNOWN_BROWSER}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function EndLoginDialog({ wanted, others, formId }: { wanted: string; others: OwnLogin[]; formId: string }) {
  const action = `${SCREEN}?end=${encodeURIComponent(wanted)}`;
  const isBusy = useNavigation().formAction === action;
  const closing = { closeHref: SCREEN, onClose: useClose(SCREEN), returnFocusTo: `end-${wanted}` };
  const chosen = others.find(({ id }) => id === wanted);
  const isAll = wanted === OTHERS && others.length > 0;
  if (!chosen && !isAll) return <MissingDialog screen={SCREEN} what="login" />;
  const title = isAll ? "End all other logins" : "End this login";
  const all = others.length === 1 ? "the other login" : `the ${others.length} other logins`;
  return (
    <UrlDialog title={title} {...closing}>
      <p className="mt-4">
        {isAll || !chosen ? (
          `Are you sure you want to end ${all}?`
        ) : (
          <>
            Are you sure you want to end the login of {chosen.browser ?? UNKNOWN_BROWSER}, last used{" "}
            <Moment at={chosen.lastUsedAt} />?
          </>
        )}
      </p>
      <p className="mt-2 text-muted">
        Anything typed there but not saved yet can still be saved after logging in again.
      </p>
      <Form method="post" action={action} className="mt-6" preventScrollReset>
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="login" value={wanted} />
        <DialogFooter>
          <button type="submit" name="intent" value="end" className="button" disabled={isBusy}>
            {isBusy ? "Ending..." : title}
          </button>
        </DialogFooter>
      </Form>
    </UrlDialog>
  );
}

/** In place of an id: every login but the current one. */
const OTHERS = "others";
