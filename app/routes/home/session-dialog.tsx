import { useEffect, useRef } from "react";
import { data, href, Link, useLocation, useNavigate, useOutletContext } from "react-router";
import { Portrait } from "#app/components/portrait.tsx";
import { SessionFacts } from "#app/components/session-facts.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import { conference } from "#app/conference/conference.ts";
import { parseId } from "#app/http/json.server.ts";
import type { SharedPage } from "#app/http/shared-page.ts";
import { withTimeout } from "#app/http/without-response.ts";
import type { LandingData, ListedSession } from "#app/models/landing/landing.ts";
import { getProgramSession } from "#app/models/program-session/program-session.server.ts";
import { sessionSummary } from "#app/models/program-session/summary.ts";
import { listSpeakersOfSession } from "#app/models/speaker/speaker.server.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";
import { landingContext } from "#app/routes/home/landing-context.server.ts";
import { useShownSession } from "#app/routes/home/use-shown-session.ts";
import { shareConference, shareSession, sharingContext } from "#app/sharing/sharing.server.ts";
import type { ConnectionRole } from "#app/vocabulary/connection.ts";
import type { Route } from "./+types/session-dialog";

export const handle: SharedPage = { shared: { session: "programSession" } };

const NOT_FOUND = "Session not found";

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (loaderData?.programSession) {
    const { title, description } = sessionSummary(loaderData.programSession);
    return [{ title }, { name: "description", content: description }];
  }
  if (loaderData?.isMissing) return [{ title: `${NOT_FOUND} – ${conference.name}` }];
  return [{ title: conference.title }, { name: "description", content: conference.description }];
};

/**
 * The session that `?session=` names and its speakers; nothing without it; 404 where there is none, in the
 * same words for each, so that all of them are one page of the cache.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const wanted = new URL(request.url).searchParams.get("session");
  const id = parseId(wanted ?? "");
  const programSession = id === null ? null : await getProgramSession(id);
  if (!programSession) {
    const isMissing = Boolean(wanted);
    context.set(sharingContext, () => shareConference(context.get(landingContext)));
    return data(
      { wanted: null, isMissing, programSession: null, speakers: [] },
      { status: isMissing ? 404 : 200 },
    );
  }
  const speakers = await listSpeakersOfSession(programSession.id);
  const { title, time, description, type, track } = programSession;
  context.set(sharingContext, () => shareSession(programSession, speakers, context.get(landingContext)));
  return data({
    wanted,
    isMissing: false,
    programSession: { id: programSession.id, title, time, description, type, track },
    speakers: speakers.map(({ id, name, title, company, imageUrl, role }) => ({
      id,
      name,
      title,
      company,
      imageUrl,
      role,
    })),
  });
}

type Answer = Awaited<ReturnType<Route.ClientLoaderArgs["serverLoader"]>>;
/** Sessions that were loaded. Data is never stale (specification, 9) while the landing page is open. */
const loaded = new Map<string, Answer>();

/**
 * Closing needs nothing of the server, so it is done at once, and so is opening again. On a connection that
 * breaks the dialog opens all the same, with what the page already knew.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const wanted = new URL(request.url).searchParams.get("session");
  const nothing = { wanted, isMissing: false, programSession: null, speakers: null };
  if (!wanted) return nothing;
  const known = loaded.get(wanted);
  if (known) return known;
  try {
    const answer = await withTimeout(serverLoader());
    if (answer.programSession) loaded.set(wanted, answer);
    return answer;
  } catch {
    return nothing;
  }
}

export default function SessionDialog({ loaderData }: Route.ComponentProps) {
  const { programSessions } = useOutletContext<LandingData>();
  const close = useCloseDialog();
  const { id: shownId, isOnTheWay } = useShownSession();
  useEffect(() => () => loaded.clear(), []);
  if (shownId === null) return null;
  const isAnswered = loaderData.isMissing ? !isOnTheWay : loaderData.wanted === shownId;
  // What the program already holds is shown at once; the speakers come with the answer.
  const programSession =
    (isAnswered && loaderData.programSession) || programSessions.find(({ id }) => String(id) === shownId);
  if (!programSession) return isAnswered ? <NotFoundDialog {...close(null)} /> : null;
  const { id, title, time, description, type, track }: ListedSession = programSession;
  return (
    <UrlDialog title={title} closingText="Back to the program" {...close(id)}>
      <div className="mt-3">
        <SessionFacts time={time} type={type} track={track} />
      </div>
      <p className="mt-2 text-base">
        <a href={`/calendar/${id}.ics`} className="text-link">
          Add to calendar
        </a>
      </p>
      {description && (
        <>
          <h3 className="mt-6 text-xl">About This Session</h3>
          <p className="mt-2 whitespace-pre-line">{description}</p>
        </>
      )}
      <h3 className="mt-6 text-xl">Speakers</h3>
      {isAnswered ? (
        <SpeakerList speakers={loaderData.speakers} programSessionId={id} />
      ) : (
        <p role="status">Loading speakers...</p>
      )}
    </UrlDialog>
  );
}

type DialogSpeaker = Pick<SpeakerJson, "id" | "name" | "title" | "company" | "imageUrl"> & {
  role: ConnectionRole;
};

function SpeakerList({
  speakers,
  programSessionId,
}: {
  speakers: DialogSpeaker[] | null;
  programSessionId: number;
}) {
  if (speakers === null) {
    return (
      <p role="alert" className="mt-2">
        The speakers could not be loaded. Check your connection, then{" "}
        <Link to={`${href("/")}?session=${programSessionId}`} reloadDocument className="text-link">
          reload the page
        </Link>
        .
      </p>
    );
  }
  if (speakers.length === 0) return <p className="mt-2">No speakers assigned yet</p>;
  return (
    <ul className="mt-2">
      {speakers.map(({ id, name, title, company, imageUrl, role }) => (
        <li key={id} className="flex items-center gap-4 border-rule border-t py-3">
          <Portrait name={name} imageUrl={imageUrl} size={56} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="wrap-anywhere font-semibold">{name}</span>{" "}
              <span className="badge capitalize">{role}</span>
            </p>
            <p className="text-base text-muted">{company ? `${title}, ${company}` : title}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** An address that leads to no session: the page is there, and a dialog says so. */
function NotFoundDialog(close: ReturnType<ReturnType<typeof useCloseDialog>>) {
  return (
    <UrlDialog title={NOT_FOUND} closingText="Back to the program" {...close}>
      <p className="mt-4">
        There is no session at this address. It may have been moved or removed; the program on this page is up
        to date.
      </p>
    </UrlDialog>
  );
}

/** How to close the dialog of a session: back to where it was opened, or to its place in the program. */
function useCloseDialog() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { isOnTheWay, openerId } = useShownSession();
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a dialog of its own
  useEffect(() => {
    isClosing.current = false;
  }, [key]);
  return (programSessionId: number | null) => {
    const place = programSessionId === null ? "program" : `session-${programSessionId}`;
    return {
      closeHref: `/#${place}`,
      returnFocusTo: openerId ?? (programSessionId === null ? place : `${place}-link`),
      onClose: () => {
        // While its address is on the way there is nothing to go back from: staying cancels it.
        if (isOnTheWay || openerId === null) navigate("/", { replace: true, preventScrollReset: true });
        // A second Escape before the page has moved must not go back twice.
        else if (!isClosing.current) navigate(-1);
        isClosing.current = true;
      },
    };
  };
}
