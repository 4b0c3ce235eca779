import { useEffect, useRef } from "react";
import { href, Link, useNavigation } from "react-router";
import { NotDoneNotice } from "#app/components/admin/notices.tsx";
import { PanelBar } from "#app/components/admin/panel-bar.tsx";
import { followFocus } from "#app/components/focus.ts";
import { SkipLink } from "#app/components/page/page-frame.tsx";
import { conference } from "#app/conference/conference.ts";

/** What surrounds an admin screen: the bar, its title, the way back, its actions. `inert` while a dialog is open. */
export function AdminPage({
  title,
  heading = title,
  subtitle,
  actions,
  hasBar = true,
  hasBackLink = true,
  isForHelper = false,
  isOwnDocument = false,
  isRefused = false,
  inert = false,
  children,
}: {
  title: string;
  heading?: string;
  subtitle?: React.ReactNode;
  actions?: React.ReactNode;
  /** Whether there is room for the ways to the other screens: none at the door, where the next person waits. */
  hasBar?: boolean;
  hasBackLink?: boolean;
  /** Whether a helper sees it, for whom there is no panel to go back to. */
  isForHelper?: boolean;
  /** Whether the ways out leave the document, as from the one that may use the camera. */
  isOwnDocument?: boolean;
  /** Whether a form on it, or in a dialog over it, came back with what is wrong with it. */
  isRefused?: boolean;
  inert?: boolean;
  children: React.ReactNode;
}) {
  useFocusInSight();
  return (
    <div inert={inert} className="admin">
      <title>{`${isRefused ? "Error: " : ""}${title} – ${conference.name}`}</title>
      <SkipLink isDialogOpen={inert} />
      {hasBar && !isForHelper && <PanelBar isOwnDocument={isOwnDocument} />}
      <header className="panel-header">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4">
          <div className="min-w-0">
            {hasBackLink && !isForHelper && (
              <p className="mb-1 text-base">
                <Link to={href("/admin")} className="text-link" reloadDocument={isOwnDocument}>
                  Back to Admin
                </Link>
              </p>
            )}
            <h1 className="wrap-anywhere text-2xl">{heading}</h1>
            {subtitle && <p className="text-base text-muted">{subtitle}</p>}
          </div>
          {(actions || isForHelper) && (
            <div className="flex flex-wrap gap-3">
              {actions}
              {isForHelper && (
                <a href={href("/api/logout")} className="button button-quiet">
                  Logout
                </a>
              )}
            </div>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="page-width py-8">
        <NotDoneNotice />
        {children}
      </main>
    </div>
  );
}

/** After a form has been carried out and the lists are there anew, what has the focus is where one looks. */
function useFocusInSight(): void {
  const { state, formMethod } = useNavigation();
  const isSubmission = useRef(false);
  useEffect(() => {
    if (formMethod !== undefined) isSubmission.current = true;
    if (state !== "idle" || !isSubmission.current) return;
    isSubmission.current = false;
    followFocus();
  }, [state, formMethod]);
}
