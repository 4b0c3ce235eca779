import { href } from "react-router";
import { dateInWords } from "#app/conference/date-text.ts";
import { NO_FILTER, pendingFilter } from "#app/models/delegate/filter.ts";
import type { PlaceCount } from "#app/models/delegate/places.server.ts";
import type { OpenTasks } from "#app/models/open-tasks.server.ts";
import type { UnsentMail } from "#app/models/outbox/mail-state.server.ts";
import { countText, numberText } from "#app/platform/text.ts";
import { listUrl } from "#app/routes/admin/delegates/list-url.ts";
import type { ScreenPath } from "#app/routes/admin/screens.ts";
import { findPass, passName } from "#app/vocabulary/pass.ts";

export type PendingTask = {
  /** Screen whose tab counts the task, or null for routine tasks. */
  tab: ScreenPath | null;
  count: number;
  text: string;
  /** Page where the task is done, or null if there is more than one. */
  to: string | null;
  /** The first few items. `count` is set if an entry represents more than one item. */
  details?: { text: string; to?: string; count?: number }[];
  isRestoredMail?: true;
};

type MailDetails = { failed: UnsentMail[]; held: UnsentMail[] };

export function listPendingTasks(tasks: OpenTasks, details: MailDetails = { failed: [], held: [] }) {
  const { pending, failedMail, heldMail, restoredMail, restoredMessages, withoutSpeakers, toCheck } = tasks;
  const ofPending = (needsDecision: boolean, tab: ScreenPath | null, toDo: string) =>
    pending
      .filter(({ type }) => findPass(type).needsDecision === needsDecision)
      .map(({ type, count }) => ({
        tab,
        count,
        text: `${countText(count, `${passName(type)} registration`)} ${toDo}`,
        to: listUrl({ ...pendingFilter(type), sort: "oldest" }),
      }));
  const all: PendingTask[] = [
    ...(tasks.sessions === 0 ? firstSteps(tasks.speakers === 0) : []),
    {
      tab: "delegates",
      count: restoredMail,
      text: `${countText(restoredMail, "email")} held since the restore`,
      to: null,
      isRestoredMail: true,
    },
    {
      tab: "messages",
      count: restoredMessages,
      text: `${countText(restoredMessages, "scheduled message")} held since the restore`,
      to: href("/admin/messages"),
    },
    ...announced(tasks.deletion),
    ...ofPending(true, "delegates", "to decide on"),
    ...tasks.places.map((limit) => ({
      tab: null,
      count: Math.max(0, limit.taken - limit.places),
      text: `${placesText(limit)} taken`,
      to: listUrl(NO_FILTER),
    })),
    {
      tab: "delegates",
      count: failedMail,
      text: countText(failedMail, "email that could not be delivered", "emails that could not be delivered"),
      to: null,
      details: details.failed.map(unsentDetail),
    },
    {
      tab: "delegates",
      count: heldMail,
      text: `${countText(heldMail, "email")} not sent: five emails to one address in a day`,
      to: null,
      details: details.held.map(unsentDetail),
    },
    {
      tab: "program",
      count: toCheck,
      text: countText(toCheck, "thing to check in the program", "things to check in the program"),
      to: href("/admin/program"),
    },
    {
      tab: "speakers",
      count: tasks.proposals,
      text: countText(tasks.proposals, "speaker proposes changes", "speakers propose changes"),
      to: href("/admin/speakers"),
    },
    {
      tab: "connections",
      count: withoutSpeakers.length,
      text: countText(withoutSpeakers.length, "session without speakers", "sessions without speakers"),
      to: href("/admin/connections"),
      details: withoutSpeakers.map((text) => ({ text })),
    },
    {
      tab: null,
      count: tasks.silent,
      text: `${countText(tasks.silent, "delegate has", "delegates have")} not said whether they are coming`,
      to: listUrl({ ...NO_FILTER, only: "silent" }),
    },
    ...ofPending(false, null, "to confirm"),
  ];
  return all.filter(({ count }) => count > 0);
}

/** Returns text such as '12 of 50 places' or 'Press: 3 of 5 places'. */
export const placesText = ({ type, taken, places }: PlaceCount): string =>
  `${type === null ? "" : `${passName(type)}: `}${numberText(taken)} of ${countText(places, "place")}`;

function announced(deletion: OpenTasks["deletion"]): PendingTask[] {
  if (deletion === null) return [];
  const { total: count, at } = deletion;
  const text = `${countText(count, "delegate")} will be deleted on ${dateInWords(at)}`;
  return [{ tab: null, count, text, to: listUrl(NO_FILTER), details: [{ text: HOW_TO_STOP, count }] }];
}

const HOW_TO_STOP =
  "To stop this, change or remove deleteAfterDays in the conference file, and restart the site.";

/** What to do first in a new conference. */
function firstSteps(isWithoutSpeakers: boolean): PendingTask[] {
  const step = { tab: null, count: 1 };
  const speakers = href("/admin/speakers");
  const program = href("/admin/program");
  return [
    {
      ...step,
      count: Number(isWithoutSpeakers),
      text: "Add the speakers",
      to: `${speakers}?add=`,
      details: [{ text: "Import speakers", to: `${speakers}/import` }],
    },
    {
      ...step,
      text: "Add the sessions",
      to: `${program}?add=`,
      details: [{ text: "Import the program", to: `${program}/import` }],
    },
    { ...step, text: "Share the registration form", to: href("/register") },
  ];
}

const unsentDetail = ({ name, reference, mails }: UnsentMail) => ({
  text: mails === 1 ? name : `${name} (${countText(mails, "email")})`,
  to: listUrl({ ...NO_FILTER, q: reference }),
  count: mails,
});
