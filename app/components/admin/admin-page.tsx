import { useEffect, useRef } from "react";
import { href, Link, useNavigation } from "react-router";
import { NotDoneNotice } from "#app/components/admin/notices.tsx";
import { PanelBar } from "#app/components/admin/panel-bar.tsx";
import { followFocus } from "#app/components/focus.ts";
import { SkipLink } from "#app/components/page/page-frame.tsx";
import { conference } from "#app/conference/conference.ts";

type AdminPageProps = {
  title: string;
  heading?: string;
  subtitle?: React.ReactNode;
  actions?: React.ReactNode;
  /** False at the door, where the next person waits. */
  hasBar?: boolean;
  hasBackLink?: boolean;
  /** A helper has no panel to go back to. */
  isForHelper?: boolean;
  /** Links leave the document, because this one may use the camera. */
  isOwnDocument?: boolean;
  /** A form on the screen, or in its dialog, came back with problems. */
  isRefused?: boolean;
  inert?: boolean;
  children: React.ReactNode;
};

/** `inert` while a dialog is open. */
export function AdminPage(props: AdminPageProps) {
  const { title, heading = title, subtitle, actions, hasBar = true, hasBackLink = true, children } = props;
  const { isForHelper = false, isOwnDocument = false, isRefused = false, inert = false } = props;
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

/** After an answer the focus is brought into sight. */
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
