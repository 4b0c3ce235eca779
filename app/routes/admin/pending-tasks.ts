import { href } from "react-router";
import { momentText } from "#app/conference/date-text.ts";
import { NO_FILTER, pendingWith } from "#app/models/delegate/filter.ts";
import type { OpenTasks, Undelivered } from "#app/models/open-tasks.server.ts";
import type { RestoredMail } from "#app/models/outbox/restored-mail.server.ts";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { KIND_NAMES } from "#app/routes/admin/delegates/mail-state.tsx";
import type { ScreenPath } from "#app/routes/admin/screens.ts";
import { DECISION_WORDS } from "#app/vocabulary/admin-passes.ts";
import { counted, numberText } from "#app/vocabulary/counted.ts";
import { passName, passOf } from "#app/vocabulary/pass.ts";

export type PendingTask = {
  /** Screen whose tab counts the task; null for routine tasks. */
  tab: ScreenPath | null;
  count: number;
  text: string;
  /** Page where the task is done; null if there is more than one. */
  to: string | null;
  /** The first few items. `count` is set for an entry that represents several. */
  details?: { text: string; to?: string; count?: number }[];
  isHeldMail?: true;
};

export function pendingTasks(
  { pending, failedMail, withoutSpeakers, clashes, times, ...held }: OpenTasks,
  undelivered: Undelivered[] = [],
  restoredKinds: RestoredMail[] = [],
): PendingTask[] {
  const [judged, others] = [true, false].map((accredits) =>
    pending.filter(({ type }) => passOf(type).accredits === accredits),
  ) as [typeof pending, typeof pending];
  const all: PendingTask[] = [
    {
      tab: "delegates",
      count: held.restoredMail,
      text: `${counted(held.restoredMail, "email")} held since the restore`,
      to: null,
      details: restoredKinds.map(({ kind, count, until }) => ({
        text: `${KIND_NAMES[kind]} ×${numberText(count)}, written up to ${momentText(new Date(until))}`,
        count,
      })),
      isHeldMail: true,
    },
    {
      tab: "delegates",
      count: held.restoredMessages,
      text: `${counted(held.restoredMessages, "scheduled message")} held since the restore`,
      to: href("/admin/messages"),
    },
    ...judged.map(({ type, count }) => ({
      tab: "delegates" as const,
      count,
      text: DECISION_WORDS.toDo(count, passName(type)),
      to: deskAddress({ ...pendingWith(type), sort: "oldest" }),
    })),
    {
      tab: "delegates",
      count: failedMail,
      text: counted(failedMail, "email that could not be delivered", "emails that could not be delivered"),
      to: null,
      details: undelivered.map(({ name, reference, mails }) => ({
        text: mails === 1 ? name : `${name} (${counted(mails, "email")})`,
        to: deskAddress({ ...NO_FILTER, q: reference }),
        count: mails,
      })),
    },
    {
      tab: "program",
      count: clashes,
      text: counted(clashes, "clash in the program", "clashes in the program"),
      to: href("/admin/program"),
    },
    {
      tab: "program",
      count: times,
      text: counted(times, "session time to check", "session times to check"),
      to: href("/admin/program"),
    },
    {
      tab: "connections",
      count: withoutSpeakers.length,
      text: counted(withoutSpeakers.length, "session without speakers", "sessions without speakers"),
      to: href("/admin/connections"),
      details: withoutSpeakers.map((text) => ({ text })),
    },
    ...others.map(({ type, count }) => ({
      tab: null,
      count,
      text: `${counted(count, `${passName(type)} registration`)} to confirm`,
      to: deskAddress({ ...pendingWith(type), sort: "oldest" }),
    })),
  ];
  return all.filter(({ count }) => count > 0);
}
