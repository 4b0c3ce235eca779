import { href, Link } from "react-router";
import { Moment } from "#app/components/admin/moment.tsx";
import { type OwnLogin, UNKNOWN_BROWSER } from "#app/models/login/login-session.ts";

/** The logins of one organiser, each with when it was made and used, and the way to end it. */
export function LoginList({ logins }: { logins: (OwnLogin & { isThis: boolean })[] }) {
  return (
    <ul className="mt-6 grid max-w-3xl gap-4">
      {logins.map(({ id, browser, startedAt, lastUsedAt, isThis }) => (
        <li
          key={id}
          className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
          data-tone={isThis ? "green" : "grey"}
        >
          <div>
            <h2
              className="flex flex-wrap items-center gap-x-3 text-xl"
              // What the focus goes to where no other login is left.
              {...(isThis && { tabIndex: -1, "data-item-name": "" })}
            >
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
