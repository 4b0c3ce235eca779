import { useEffect } from "react";
import { href, isRouteErrorResponse, useLocation } from "react-router";
import { ButtonLink, ContactLink } from "#app/components/links.tsx";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { useServerRender } from "#app/components/page/server-render.ts";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";

/** `status` is null if there was no response. */
export function ErrorPage({ status, message }: { status: number | null; message?: string }) {
  const { title, advice } = errorTextFor(status);
  return (
    <MessagePage title={title} status={status}>
      <ErrorAdvice text={message ?? advice} />
      <HomeLink />
    </MessagePage>
  );
}

type MessagePageProps = { title: string; status?: number | null; children: React.ReactNode };

const MessagePage = ({ title, status, children }: MessagePageProps) => (
  <PageFrame>
    <title>{`${title} – ${conference.name}`}</title>
    <div className="page-width page-body">
      {status && <p className="font-semibold text-muted">{status}</p>}
      <h1 className="mt-2 text-3xl">{title}</h1>
      {children}
    </div>
  </PageFrame>
);

const HomeLink = () => (
  <p className="mt-8">
    <ButtonLink to={href("/")} reloadDocument>
      Go to the conference page
    </ButtonLink>
  </p>
);

/** Returns 500, or null for a TypeError in the browser, which usually means a failed connection. */
export const getErrorStatus = (error: unknown): number | null =>
  error instanceof TypeError && typeof window !== "undefined" ? null : 500;

export function ErrorAdvice({ text }: { text: string }) {
  return (
    <>
      <p className="wrap-anywhere mt-4 whitespace-pre-line max-w-2xl">{text}</p>
      <p className="mt-4 max-w-2xl">
        If it keeps happening, write to <ContactLink /> and say what you were doing.
      </p>
      <Reference />
    </>
  );
}

export const errorTextFor = (status: number | null) =>
  status === null ? NO_RESPONSE : status >= 500 ? SERVER_ERROR : CLIENT_ERROR;

const NO_RESPONSE = {
  title: "The page could not be reached",
  advice:
    "You seem to be offline, or the connection was lost. Check your connection, then go back or reload the page.",
};
const SERVER_ERROR = {
  title: "Sorry, something went wrong",
  advice:
    "The problem is on our side. Go back and try again in a few minutes. Completed registrations are safe.",
};
const CLIENT_ERROR = {
  title: "That did not work",
  advice: "This page cannot handle that kind of request. Go back, reload the page and try again.",
};

const ELEMENT_ID = "reference";

/** Id of the request in the log, for visitors to quote. */
function Reference() {
  const onServer = useServerRender();
  // The browser's first render reads the id from the HTML. Client-side navigations have no id.
  const id = onServer ? onServer.requestId : document.getElementById(ELEMENT_ID)?.textContent;
  if (!id) return null;
  return (
    <p className="mt-4 text-base text-muted">
      Reference: <span id={ELEMENT_ID}>{id}</span>
    </p>
  );
}

export function NotFoundPage() {
  return (
    <MessagePage title="Page Not Found" status={404}>
      <p className="mt-4 max-w-2xl">Did you forget to add the page to the router?</p>
      <p className="mt-4 max-w-2xl">The page may have moved. Everything about the day is on our home page.</p>
      <HomeLink />
    </MessagePage>
  );
}

/** Delay before the redirect to the login (specification, section 9). */
const REDIRECT_DELAY_MS = 500;

/** Returns null for errors that are not about the login. */
export function pageForLoginError(error: unknown): React.ReactNode {
  const unauthorized = readUnauthorizedError(error);
  if (unauthorized) return <UnauthorizedPage {...unauthorized} />;
  const isForOrganisers = isRouteErrorResponse(error) && error.data?.isForOrganisers === true;
  return isForOrganisers ? <OrganisersOnlyPage /> : null;
}

/** Returns null for any error other than a missing login. */
export function readUnauthorizedError(error: unknown): { isSave: boolean; draft: string | null } | null {
  if (!isRouteErrorResponse(error) || error.status !== 401) return null;
  return { isSave: error.data?.isSave === true, draft: error.data?.draft ?? null };
}

/** Redirects to the login, then back here with the draft (specification, sections 4 and 8). */
function UnauthorizedPage({ isSave, draft }: { isSave: boolean; draft: string | null }) {
  const loginHref = useLoginHref(draft);
  useEffect(() => {
    const timer = window.setTimeout(() => window.location.assign(loginHref), REDIRECT_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [loginHref]);

  const text = isSave
    ? "You are logged out. Logging in again..."
    : "You need to log in to access the admin panel.";
  return (
    <MessagePage title="Unauthorized">
      <p className="mt-4">{text}</p>
      {draft !== null && <p className="mt-2">Your text has been saved and will be restored in the form.</p>}
      <p className="mt-8">
        <a href={loginHref} className="button">
          Log in
        </a>
      </p>
      <Toast type="error" message="Unauthorized" description={text} />
    </MessagePage>
  );
}

/** Redirects to the login without JavaScript. HTML allows this element only in the head. */
export function LoginRedirect({ draft }: { draft: string | null }) {
  const loginHref = useLoginHref(draft);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`1; url=${loginHref}`} />
    </noscript>
  );
}

function useLoginHref(draft: string | null): string {
  const { pathname, search } = useLocation();
  const wanted = new URLSearchParams(search);
  if (draft !== null) wanted.set("draft", draft);
  const page = wanted.size === 0 ? pathname : `${pathname}?${wanted}`;
  return `${href("/api/login")}?to=${encodeURIComponent(page)}`;
}

function OrganisersOnlyPage() {
  return (
    <MessagePage title="This page is for organisers" status={403}>
      <p className="mt-4 max-w-2xl">
        Helpers can use only the check-in screen. If you need more than that, ask an organiser.
      </p>
      <p className="mt-8 flex flex-wrap gap-4">
        {/* Plain links load a new document, because the check-in screen may use the camera. */}
        <a href={href("/admin/delegates/door")} className="button">
          Go to check-in
        </a>
        <a href={href("/api/logout")} className="button button-quiet">
          Logout
        </a>
      </p>
    </MessagePage>
  );
}
