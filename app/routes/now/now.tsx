import { Fragment } from "react";
import { href } from "react-router";
import { PageLink, TextLink } from "#app/components/links.tsx";
import { useRefresh } from "#app/components/page/loaded-document.ts";
import { Clock, renderTitle } from "#app/components/session-facts.tsx";
import { conference } from "#app/conference/conference.ts";
import { clockText } from "#app/conference/date-text.ts";
import { getPageTime } from "#app/conference/day.server.ts";
import type { SharedPage } from "#app/http/cache-policy.server.ts";
import type { RefreshingPage } from "#app/http/navigation-failure.ts";
import { getNowBoard, type NowBoard, type NowBoardSession } from "#app/models/landing/now-board.server.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";
import nowStyles from "#app/routes/now/now.css?url";
import { getRoom, sessionTypeName, sessionTypeTone, trackColumnHeading } from "#app/vocabulary/program.ts";
import type { Route } from "./+types/now";

const REFRESH_SECONDS = 30;

export const handle: SharedPage & RefreshingPage<unknown> = {
  shared: { at: "time" },
  refreshAfter: () => REFRESH_SECONDS,
};

// Not indexed, because the landing page has the same content.
export const meta = () => [{ name: "robots", content: "noindex" }];

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: nowStyles }];

export const loader = ({ request }: Route.LoaderArgs) => getNowBoard(getPageTime(request));

export default function Now({ loaderData }: Route.ComponentProps) {
  useRefresh(REFRESH_SECONDS, loaderData);
  const { name, city, date } = conference;
  return (
    <main id="main" className="board">
      <title>{`Now and next – ${name}`}</title>
      <p className="board-head">
        <PageLink to={href("/")} className="site-brand">
          {name}
        </PageLink>{" "}
        <span>{addNonBreakingSpaces(loaderData.kind === "before" ? city : `${city}, ${date.long}`)}</span>
      </p>
      <Columns {...loaderData} />
      <p className="board-foot">
        <TextLink to={`${href("/")}#program`}>
          {loaderData.kind === "after" ? "See the program" : "Full program"}
        </TextLink>{" "}
        <TextLink to={href("/my-day")}>My day</TextLink>{" "}
        {loaderData.kind !== "after" && <span>This page updates itself.</span>}
      </p>
    </main>
  );
}

function Columns({ kind, clock, now, next, isBreak, isOpen }: NowBoard) {
  const { name, date, startsAt, venue } = conference;
  const [first] = next;
  const isAhead = now.length === 0 && first !== undefined && !isBreak && !isOpen;
  if (kind === "after") {
    return (
      <div className="board-columns">
        <section>
          <h1>Thank you</h1>
          <p className="board-line">{`That was ${name}. Thank you to everyone who came, and to everyone who spoke.`}</p>
        </section>
      </div>
    );
  }
  return (
    <div className="board-columns">
      <section>
        <div className="board-now">
          <h1>{kind === "before" ? addNonBreakingSpaces(date.long) : isAhead ? "Today" : "Now"}</h1>{" "}
          {clock && <Clock clock={clock} />}
        </div>
        {kind === "before" && (
          <p className="board-line">
            {addNonBreakingSpaces(`${name} begins at ${clockText(new Date(startsAt))}, at ${venue.name}.`)}
          </p>
        )}
        {kind === "day" && now.length === 0 && (
          <p className="board-title">{idleText({ next, isBreak, isOpen })}</p>
        )}
        <Sessions sessions={now} />
      </section>
      {first && (
        <section className="board-next">
          <h2>
            {addNonBreakingSpaces(
              `${kind === "before" ? "First" : "Next"}, at ${clockText(new Date(first.start))}`,
            )}
          </h2>
          <Sessions sessions={next} />
        </section>
      )}
    </div>
  );
}

function idleText({ next: [next], isBreak, isOpen }: Pick<NowBoard, "next" | "isBreak" | "isOpen">) {
  if (!next) return "Nothing more on the program";
  if (isOpen && !isBreak) return "Doors are open";
  const start = new Date(next.start);
  const doors = new Date(conference.startsAt);
  if (doors < start && !isBreak) return addNonBreakingSpaces(`Doors open at ${clockText(doors)}`);
  return addNonBreakingSpaces(
    `${isBreak ? "Break until" : "The first session starts at"} ${clockText(start)}`,
  );
}

function Sessions({ sessions }: { sessions: NowBoardSession[] }) {
  if (sessions.length === 0) return null;
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id} data-tone={sessionTypeTone(session.type)}>
          <p className="board-kicker">
            {session.track
              ? `${trackColumnHeading(session.track)}, ${sessionTypeName(session.type).toLowerCase()}`
              : sessionTypeName(session.type)}
            {getRoom(session) && `, ${getRoom(session)}`}
            {addNonBreakingSpaces(`, until ${clockText(new Date(session.end))}`)}
          </p>
          <p className="board-title">
            <PageLink to={`${href("/")}?session=${session.id}`}>{renderTitle(session)}</PageLink>
          </p>
          {session.speakers.length > 0 && (
            <p className="board-speakers">
              {session.speakers.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list is static
                <Fragment key={index}>
                  <span className="inline-block">
                    {name}
                    {index < session.speakers.length - 1 && ","}
                  </span>{" "}
                </Fragment>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
