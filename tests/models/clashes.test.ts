import { expect, test } from "vitest";
import { doubtfulTimes, programConflicts } from "#app/models/program-session/clashes.ts";

const SPEAKER = { id: 7, name: "Ana Ng" };
const session = (id: number, time: string, track: "b2c" | "tech" | null = null, type = "panel") => ({
  id,
  title: `S${id}`,
  time,
  track,
  type,
});
/** Clashes of Ana's sessions. */
const clashesOfAna = (...times: string[]) => {
  const sessions = times.map((time, index) => session(index + 1, time, null, "networking"));
  const conflicts = programConflicts(
    sessions,
    sessions.map(({ id }) => ({ speakerId: SPEAKER.id, programSessionId: id })),
    [SPEAKER],
  );
  return conflicts.map(({ text }) => text);
};

test("two sessions in one slot clash, in any spelling of the slot", () => {
  expect(clashesOfAna("11:00 AM - 12:00 PM", "11:00 AM – 12:00 PM")).toEqual([
    "Ana Ng is in 2 places at 11:00 AM - 12:00 PM: ‘S1’ and ‘S2’.",
  ]);
  expect(clashesOfAna("after lunch", "After lunch")).toEqual([
    "Ana Ng is in 2 places at after lunch: ‘S1’ and ‘S2’.",
  ]);
});

test("twice the sessions are not four times the work: each time is parsed as often in a long program", () => {
  const clock = (minutes: number) =>
    `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} AM`;
  const readings = (count: number): number => {
    let read = 0;
    const sessions = Array.from({ length: count }, (_, index) => ({
      ...session(index + 1, "", "tech"),
      get time() {
        read += 1;
        return `${clock(360 + 2 * index)} - ${clock(361 + 2 * index)}`;
      },
    }));
    expect(programConflicts(sessions, [], [])).toEqual([]);
    return read;
  };
  expect(readings(150)).toBe(2 * readings(75));
});

test("overlapping sessions clash, even if one has no end", () => {
  expect(clashesOfAna("2:30 - 3:45 PM", "3:30 - 4:15 PM")).toEqual([
    "Ana Ng is in 2 places at once: ‘S1’ (2:30 - 3:45 PM) and ‘S2’ (3:30 - 4:15 PM).",
  ]);
  expect(clashesOfAna("3:30 PM", "2:30 - 3:45 PM")).toEqual([
    "Ana Ng is in 2 places at once: ‘S2’ (2:30 - 3:45 PM) and ‘S1’ (3:30 PM).",
  ]);
  expect(clashesOfAna("2:30 - 3:45 PM", "3:30 - 4:15 PM", "4:00 - 5:00 PM")).toEqual([
    "Ana Ng is in 2 places at once: ‘S1’ (2:30 - 3:45 PM) and ‘S2’ (3:30 - 4:15 PM).",
    "Ana Ng is in 2 places at once: ‘S2’ (3:30 - 4:15 PM) and ‘S3’ (4:00 - 5:00 PM).",
  ]);
  expect(clashesOfAna("9:00 AM - 12:00 PM", "10:00 - 11:30 AM", "11:00 - 11:30 AM")).toEqual([
    "Ana Ng is in 3 places at once: ‘S1’ (9:00 AM - 12:00 PM) and ‘S2’ (10:00 - 11:30 AM) and ‘S3’ (11:00 - 11:30 AM).",
  ]);
});

test("a session that begins at the end of another does not clash, nor does one without an hour", () => {
  expect(clashesOfAna("2:30 - 3:30 PM", "3:30 - 4:15 PM", "after lunch")).toEqual([]);
  expect(clashesOfAna("9:00 AM", "10:00 AM", "11:00 AM")).toEqual([]);
});

test("two sessions of one track at once cause a warning, of two tracks they do not", () => {
  const program = [
    session(1, "2:00 - 3:00 PM", "tech"),
    session(2, "2:30 - 3:30 PM", "tech"),
    session(3, "2:00 - 3:00 PM", "b2c"),
  ];
  expect(programConflicts(program, [], [])).toEqual([
    {
      text: "Tech Stream has 2 sessions at once: ‘S1’ (2:00 - 3:00 PM) and ‘S2’ (2:30 - 3:30 PM).",
      sessions: [1, 2],
    },
  ]);
});

test("a session for everyone beside another one causes one warning, except beside networking", () => {
  const keynote = session(1, "9:00 - 10:00 AM");
  const textsOf = (...others: ReturnType<typeof session>[]) =>
    programConflicts([keynote, ...others], [], []).map(({ text }) => text);
  expect(textsOf(session(2, "9:45 - 10:30 AM"))).toEqual([
    "‘S1’ (9:00 - 10:00 AM) is for everyone, and another is on at once: ‘S2’ (9:45 - 10:30 AM).",
  ]);
  expect(textsOf(session(2, "9:00 - 10:00 AM", "tech"), session(3, "9:00 - 10:00 AM", "b2c"))).toEqual([
    "‘S1’ is for everyone, and others are on at 9:00 - 10:00 AM: ‘S2’ and ‘S3’.",
  ]);
  expect(textsOf(session(2, "10:00 - 10:30 AM"))).toEqual([]);
  expect(textsOf(session(2, "8:00 AM - 5:00 PM", null, "networking"))).toEqual([]);
  const both = [1, 2].map((programSessionId) => ({ speakerId: SPEAKER.id, programSessionId }));
  expect(programConflicts([keynote, session(2, "9:30 - 10:30 AM")], both, [SPEAKER])).toHaveLength(1);
});

test("an evening session whose first hour reads as morning is reported with a correction", () => {
  const textsOf = (time: string) => doubtfulTimes([session(1, time)]).map(({ text }) => text);
  expect(textsOf("7:00 - 7:30 PM")).toEqual([
    "‘S1’: “7:00 - 7:30 PM” is listed with the morning’s sessions, because its first hour has neither AM nor PM. To move it, write PM after both hours.",
  ]);
  for (const time of ["7:00 PM - 7:30 PM", "1:15 - 2:15 PM", "11:00 - 12:30 PM", "9:00 AM", "all day"])
    expect(textsOf(time), time).toEqual([]);
});
