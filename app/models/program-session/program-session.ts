import type { JsonOf } from "#app/models/editable/fields.ts";
import type { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import { groupBy } from "#app/platform/group-by.ts";

export type ProgramSessionJson = JsonOf<typeof PROGRAM_SESSION_FIELDS>;

/** `clock` is set if parseClock would misread `time`: the start as HH:MM, or '' if unknown. */
export type SessionTime = { time: string; clock?: string; isAllDay?: true };

export const getClock = ({ time, clock = parseClock(time) }: SessionTime) => clock || undefined;

/** Converts '9:00 AM' or '1:15 - 2:15 PM' to HH:MM. For other forms, the server sends `clock`. */
export function parseClock(time: string): string | undefined {
  const [, hour, minute, half] = /^(\d\d?):(\d\d)[^AP]*([AP])M/.exec(time) ?? [];
  if (!hour) return undefined;
  return `${String((Number(hour) % 12) + (half === "P" ? 12 : 0)).padStart(2, "0")}:${minute}`;
}

export function sessionsBySpeaker<Session extends { id: number }>(
  programSessions: readonly Session[],
  connections: readonly { speakerId: number; programSessionId: number }[],
): Map<number, Session[]> {
  const links = groupBy(connections, ({ programSessionId }) => programSessionId);
  const pairs = programSessions.flatMap((programSession) =>
    (links.get(programSession.id) ?? []).map(({ speakerId }) => ({ speakerId, programSession })),
  );
  const groups = groupBy(pairs, ({ speakerId }) => speakerId);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ programSession }) => programSession)]));
}
