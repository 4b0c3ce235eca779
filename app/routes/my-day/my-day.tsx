import { href } from "react-router";
import { SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { PageLink } from "#app/components/links.tsx";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { renderTitle, SessionFacts, SlotTime } from "#app/components/session-facts.tsx";
import { conference } from "#app/conference/conference.ts";
import { getMyDay } from "#app/models/landing/my-day.server.ts";
import { countText } from "#app/platform/text.ts";
import { sessionPath } from "#app/sharing/sharing.ts";
import type { Route } from "./+types/my-day";

// Not indexed, because each choice has an address of its own.
export const meta = () => [{ name: "robots", content: "noindex" }];

/** GET /my-day?s=1&s=3: the chosen sessions. The choice is kept in the address alone. */
export const loader = ({ request }: Route.LoaderArgs) => getMyDay(request);

type Session = Route.ComponentProps["loaderData"]["programSessions"][number];

export default function MyDay({ loaderData }: Route.ComponentProps) {
  const { programSessions, chosen, remarks } = loaderData;
  const isChosen = ({ id }: Session) => chosen.includes(id);
  const calendar = `${href("/my-day.ics")}?${new URLSearchParams(chosen.map((id) => ["s", String(id)]))}`;
  return (
    <PageFrame>
      <title>{`My Day – ${conference.name}`}</title>
      <div className="page-width page-body">
        <h1 className="text-3xl">My Day</h1>
        <p className="mt-4 max-w-2xl text-xl">
          Your sessions are kept in this page’s address. Bookmark it, or send it to your phone.
        </p>
        {remarks.map((text) => (
          <p key={text} className="mt-4 max-w-2xl font-semibold">
            {text}
          </p>
        ))}
        {chosen.length > 0 && (
          <>
            <ol className="mt-6 max-w-2xl">
              {programSessions.filter(isChosen).map((session) => (
                <li key={session.id} className="border-rule border-t py-3">
                  <PageLink to={sessionPath(session.id)} className="text-link wrap-anywhere font-semibold">
                    {renderTitle(session)}
                  </PageLink>
                  <SessionFacts {...session} />
                  {session.speakers && <p className="text-base text-muted">{session.speakers}</p>}
                </li>
              ))}
            </ol>
            <p className="mt-4">
              <a href={calendar} className="text-link">
                Add {countText(chosen.length, "session")} to your calendar
              </a>
            </p>
          </>
        )}
        {programSessions.length === 0 ? (
          <p className="mt-6">Program schedule coming soon! Check back for updates.</p>
        ) : (
          <form action={href("/my-day")} className="mt-8 max-w-2xl">
            <fieldset className="field">
              <legend className="text-2xl">Choose your sessions</legend>
              {programSessions.map((session) => (
                <label key={session.id} className="choice border-rule border-t py-3">
                  <input type="checkbox" name="s" value={session.id} defaultChecked={isChosen(session)} />
                  <span className="wrap-anywhere">
                    <SlotTime {...session} /> <strong>{renderTitle(session)}</strong>
                    <span className="block text-base text-muted">{session.speakers}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            <SubmitButton>Show my day</SubmitButton>
          </form>
        )}
      </div>
    </PageFrame>
  );
}
