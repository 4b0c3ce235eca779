import { createContext, useContext } from "react";
import { href, Link, useLocation } from "react-router";
import { usePendingPathname } from "#app/components/pending.tsx";

/** A screen in the panel's bar. */
export type PanelTab = {
  to: string;
  title: string;
  /** How much waits on it. */
  count: number;
  /** The same in words, like '3 press passes to decide'. */
  waiting: string;
};

/** Larger numbers would break the bar into another row; the words beside them say the whole. */
const SHOWN_AT_MOST = 99;

/** The tabs of whoever is signed in, from the loader of the panel; none where nobody says so. */
const Tabs = createContext<PanelTab[]>([]);
export const PanelTabs = Tabs.Provider;

/** What every screen of the panel begins with: the way to the others, to the site, and out. */
export function PanelBar({ isOwnDocument }: { isOwnDocument: boolean }) {
  const tabs = useContext(Tabs);
  const { pathname } = useLocation();
  const shown = usePendingPathname() ?? pathname;
  return (
    <nav aria-label="Panel" className="panel-bar">
      <ul className="page-width">
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
                    {count > SHOWN_AT_MOST ? `${SHOWN_AT_MOST}+` : count}
                  </span>
                  <span className="sr-only">({waiting})</span>
                </>
              )}
            </Link>
          </li>
        ))}
        <li className="panel-away">
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

/** The dashboard is above all others, and is none of them; a message is to delegates. */
const isAt = (to: string, pathname: string): boolean =>
  pathname === to ||
  (to !== href("/admin") && pathname.startsWith(`${to}/`)) ||
  (to === href("/admin/delegates") && `${pathname}/`.startsWith(`${href("/admin/messages")}/`));
