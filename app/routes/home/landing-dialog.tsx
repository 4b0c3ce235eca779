import { useEffect } from "react";
import { data, useOutletContext } from "react-router";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import { conference } from "#app/conference/conference.ts";
import type { SharedPage } from "#app/http/cache-policy.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { withTimeout } from "#app/http/navigation-failure.ts";
import type { LandingData } from "#app/models/landing/landing.ts";
import { getSessionDialog, getSpeakerDialog, landingContext } from "#app/routes/home/dialog-data.server.ts";
import { SessionDialog, SpeakerDialog } from "#app/routes/home/dialogs.tsx";
import {
  isSameDialog,
  readShownDialog,
  type ShownDialog,
  useCloseDialog,
  useShownDialog,
} from "#app/routes/home/use-shown-dialog.ts";
import {
  conferenceSharing,
  sessionSharing,
  sharingContext,
  speakerSharing,
} from "#app/sharing/sharing.server.ts";
import { sessionSummary, speakerSummary } from "#app/sharing/sharing.ts";
import type { Route } from "./+types/landing-dialog";

export const handle: SharedPage = { shared: { session: "programSession", speaker: "speaker", at: "time" } };

const MISSING = {
  session: {
    title: "Session not found",
    text: "We couldn’t find that session. It may have moved or been removed.",
    place: "program",
    closingText: "Back to the program",
  },
  speaker: {
    title: "Speaker not found",
    text: "We couldn’t find that speaker. They may have been removed.",
    place: "speakers",
    closingText: "Back to the speakers",
  },
};

export const meta: Route.MetaFunction = ({ loaderData: answer }) => {
  if (answer?.is === "missing") return [{ title: `${MISSING[answer.kind].title} – ${conference.name}` }];
  const { title, description } =
    answer?.is === "session"
      ? sessionSummary(answer.programSession)
      : answer?.is === "speaker"
        ? speakerSummary(answer.speaker)
        : conference;
  return [{ title }, { name: "description", content: description }];
};

/** Loads the session or speaker in the URL. Each kind has one cached 404 page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const wanted = readShownDialog(new URL(request.url).searchParams);
  const id = parseId(wanted?.id ?? "");
  if (wanted?.kind === "session" && id !== null) {
    const found = await getSessionDialog(id);
    if (found) {
      context.set(sharingContext, () => sessionSharing(found.programSession));
      return data({ is: "session" as const, wanted, ...found });
    }
  }
  if (wanted?.kind === "speaker" && id !== null) {
    const found = await getSpeakerDialog(id);
    if (found) {
      context.set(sharingContext, () => speakerSharing(found.speaker));
      return data({ is: "speaker" as const, wanted, ...found });
    }
  }
  context.set(sharingContext, () => conferenceSharing(context.get(landingContext)));
  if (wanted) return data({ is: "missing" as const, kind: wanted.kind }, { status: 404 });
  return data({ is: "nothing" as const });
}

type Found = Extract<Awaited<ReturnType<Route.ClientLoaderArgs["serverLoader"]>>, { wanted: ShownDialog }>;
/** Loaded dialogs, never stale while the landing page is open (specification, section 9). */
let loaded: Found[] = [];

const known = (wanted: ShownDialog) => loaded.find((answer) => isSameDialog(answer.wanted, wanted)) ?? null;

function keep(answer: Found | { is: "missing" | "nothing" | "failed" }): void {
  if ((answer.is === "session" || answer.is === "speaker") && !known(answer.wanted)) loaded.push(answer);
}

/** Reopens loaded dialogs without a request. After a failed request, shows the listed facts. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const wanted = readShownDialog(new URL(request.url).searchParams);
  if (!wanted) return { is: "nothing" as const };
  const kept = known(wanted);
  if (kept) return kept;
  try {
    return await withTimeout(serverLoader());
  } catch {
    return { is: "failed" as const, wanted };
  }
}

export default function LandingDialog({ loaderData }: Route.ComponentProps) {
  const landing = useOutletContext<LandingData>();
  const { shown, isLoading } = useShownDialog();
  useEffect(() => keep(loaderData), [loaderData]);
  useEffect(
    () => () => {
      loaded = [];
    },
    [],
  );
  if (shown === null) return null;
  const isLoaded = "wanted" in loaderData ? isSameDialog(loaderData.wanted, shown) : !isLoading;
  const answer = isLoaded ? loaderData : known(shown);
  if (answer?.is === "missing") return <NotFoundDialog kind={shown.kind} />;
  // Separate keys, so each dialog takes and restores the focus.
  const key = `${shown.kind}-${shown.id}`;
  const common = { wanted: shown.id, isLoaded, landing };
  return shown.kind === "session" ? (
    <SessionDialog key={key} {...common} answer={answer?.is === "session" ? answer : null} />
  ) : (
    <SpeakerDialog key={key} {...common} answer={answer?.is === "speaker" ? answer : null} />
  );
}

function NotFoundDialog({ kind }: { kind: ShownDialog["kind"] }) {
  const { title, text, place, closingText } = MISSING[kind];
  return (
    <UrlDialog title={title} {...useCloseDialog()(place, closingText)}>
      <p className="mt-4">{text}</p>
    </UrlDialog>
  );
}
