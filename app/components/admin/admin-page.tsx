import { use } from "react";
import { href, useActionData } from "react-router";
import { ExpiredLoginNotice } from "#app/components/admin/form-notices.tsx";
import { BackToAdminLink, PanelBar } from "#app/components/admin/panel-bar.tsx";
import { SkipLink } from "#app/components/page/page-frame.tsx";
import { PageToastsContext, Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import type { errorToast } from "#app/http/refusal.ts";

type AdminPageProps = {
  title: string;
  heading?: string;
  subtitle?: React.ReactNode;
  actions?: React.ReactNode;
  strip?: React.ReactNode;
  /** False for the check-in screens, which show only a link to the dashboard. */
  hasBar?: boolean;
  /** True if the user is a helper, who must not see links to the dashboard and other screens. */
  isForHelper?: boolean;
  /** True if links must load a new document, because this page may use the camera. */
  isOwnDocument?: boolean;
  isRefused?: boolean;
  inert?: boolean;
  children: React.ReactNode;
};

/** Frame of an admin screen. Set `inert` while a dialog is open. */
export function AdminPage(props: AdminPageProps) {
  const { title, heading = title, subtitle, actions, strip, hasBar = true, children } = props;
  const { isForHelper = false, isOwnDocument = false, isRefused = false, inert = false } = props;
  return (
    <div className="admin">
      <title>{`${isRefused ? "Error: " : ""}${title} – ${conference.name}`}</title>
      <header inert={inert}>
        <SkipLink isDialogOpen={inert} />
        {hasBar && !isForHelper && <PanelBar isOwnDocument={isOwnDocument} />}
        <div className="panel-header">
          <div className="page-width">
            {!hasBar && !isForHelper && <BackToAdminLink isOwnDocument={isOwnDocument} />}
            <div className="panel-heading">
              <h1 className="wrap-anywhere">{heading}</h1>
              {subtitle && <p>{subtitle}</p>}
            </div>
            {actions}
            {isForHelper && (
              <a href={href("/api/logout")} className="small-button">
                Logout
              </a>
            )}
          </div>
        </div>
      </header>
      <section className="strip" aria-label="Messages">
        <div className="page-width">
          {strip && <div inert={inert}>{strip}</div>}
          <Toasts />
        </div>
      </section>
      <main id="main" tabIndex={-1} inert={inert} className="page-width">
        <ExpiredLoginNotice />
        {children}
      </main>
    </div>
  );
}

function Toasts() {
  const refused = useActionData<Partial<ReturnType<typeof errorToast>>>();
  const ofPage = use(PageToastsContext);
  return (
    <>
      {ofPage.map((toast) => (
        <Toast {...toast} key={toast.key} />
      ))}
      {refused?.toast && <Toast key={refused.answeredAt} {...refused.toast} />}
    </>
  );
}
