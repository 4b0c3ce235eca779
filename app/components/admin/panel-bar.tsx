import { createContext, useContext } from "react";
import { href, Link, useLocation } from "react-router";
import { usePendingPathname } from "#app/components/pending-replacement.tsx";
import { conference } from "#app/conference/conference.ts";

export type PanelTab = {
  to: string;
  title: string;
  count: number;
  /** Pending tasks in words, such as '3 Media Pass registrations to decide on'. */
  waiting: string;
};

/** Larger counts would make the bar wrap. Screen readers get the exact count. */
const MAX_SHOWN = 99;

const Tabs = createContext<PanelTab[]>([]);
export const PanelTabsProvider = Tabs.Provider;

export function PanelBar({ isOwnDocument }: { isOwnDocument: boolean }) {
  const tabs = useContext(Tabs);
  const { pathname } = useLocation();
  const shown = usePendingPathname() ?? pathname;
  return (
    <nav aria-label="Panel" className="panel-bar">
      <ul className="page-width">
        <li className="flex min-w-0 items-center">
          <span className="max-w-64 truncate px-(--tab) font-display font-semibold not-xl:hidden">
            {conference.name}
          </span>
          {shown !== href("/admin") && <BackToAdminLink isOwnDocument={isOwnDocument} />}
        </li>
        {tabs.map(({ to, title, count, waiting }) => (
          <li key={to}>
            <Link
              to={to}
              id={`tab-${title.toLowerCase()}`}
              className="panel-tab"
              aria-current={isAt(to, shown) ? "page" : undefined}
              title={waiting || undefined}
              reloadDocument={isOwnDocument}
            >
              {title}
              {count > 0 && (
                <>
                  {" "}
                  <span className="panel-count" aria-hidden="true">
                    {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
                  </span>
                  <span className="sr-only">({waiting})</span>
                </>
              )}
            </Link>
          </li>
        ))}
        <li>
          {/* A plain link loads a new document, which the camera requires. */}
          <a href={href("/admin/delegates/door")} className="panel-tab">
            Check-in
          </a>
        </li>
        <li className="ml-auto">
          <Link to={href("/")} className="panel-tab" reloadDocument={isOwnDocument}>
            View Site
          </Link>
        </li>
        <li>
          <a href={href("/api/logout")} className="panel-tab">
            Logout
          </a>
        </li>
      </ul>
    </nav>
  );
}

export const BackToAdminLink = ({ isOwnDocument }: { isOwnDocument: boolean }) => (
  <Link to={href("/admin")} className="panel-tab" reloadDocument={isOwnDocument}>
    Back to Admin
  </Link>
);

const isAt = (to: string, pathname: string): boolean => `${pathname}/`.startsWith(`${to}/`);
