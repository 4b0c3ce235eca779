import { useEffect } from "react";
import { href, isRouteErrorResponse, useLocation } from "react-router";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";

/** How long the message stands before the browser goes to the login, in milliseconds (specification, 9). */
const REDIRECT_DELAY_MS = 500;

/** What was thrown where somebody has to log in first; null for anything else. */
export function readUnauthorized(error: unknown): { isSave: boolean; draft: string | null } | null {
  if (!isRouteErrorResponse(error) || error.status !== 401) return null;
  return { isSave: error.data?.isSave === true, draft: error.data?.draft ?? null };
}

/**
 * An admin screen without a login (specification, 4 and 8). The wanted page is remembered, and so is, as
 * a draft, what was typed into a form whose login had ended.
 */
export function UnauthorizedPage({ isSave, draft }: { isSave: boolean; draft: string | null }) {
  const loginHref = useLoginHref(draft);
  useEffect(() => {
    const timer = window.setTimeout(() => window.location.assign(loginHref), REDIRECT_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [loginHref]);

  const text = isSave
    ? "You are logged out. Logging in again..."
    : "You need to log in to access the admin panel.";
  return (
    <PageFrame>
      <title>{`Unauthorized – ${conference.name}`}</title>
      <div className="page-width page-body">
        <h1 className="text-3xl">Unauthorized</h1>
        <p className="mt-4">{text}</p>
        {draft !== null && <p className="mt-2">What you typed is kept, and will be in the form again.</p>}
        <p className="mt-8">
          <a href={loginHref} className="button">
            Log in
          </a>
        </p>
      </div>
      <Toast type="error" message="Unauthorized" description={text} />
    </PageFrame>
  );
}

/** Goes to the login where no script does. HTML has this in its head alone. */
export function LoginRefresh({ draft }: { draft: string | null }) {
  const loginHref = useLoginHref(draft);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`1; url=${loginHref}`} />
    </noscript>
  );
}

/** The login, from which the wanted page is gone on with. */
function useLoginHref(draft: string | null): string {
  const { pathname, search } = useLocation();
  const wanted = new URLSearchParams(search);
  if (draft !== null) wanted.set("draft", draft);
  const page = wanted.size === 0 ? pathname : `${pathname}?${wanted}`;
  return `${href("/api/login")}?to=${encodeURIComponent(page)}`;
}
