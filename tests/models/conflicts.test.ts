import { expect, test } from "vitest";
import { findDoubtfulTimes, findProgramConflicts } from "#app/models/program-session/conflicts.ts";

const SPEAKER = { id: 7, name: "Ana Ng" };
const session = (id: number, time: string, track: "b2c" | "tech" | null = null, type = "panel") => ({
  id,
  title: `S${id}`,
  time,
  track,
  type,
});
const clashesOfAna = (...times: string[]) => {
  const sessions = times.map((time, index) => session(index + 1, time, null, "networking"));
  const connections = sessions.map(({ id }) => ({ speakerId: SPEAKER.id, programSessionId: id }));
  return findProgramConflicts(sessions, connections, [SPEAKER]).map(({ text }) => text);
};

test("two sessions in one slot clash, in any spelling of the slot", () => {
  expect(clashesOfAna("11:00 AM - 12:00 PM", "11:00 AM – 12:00 PM")).toEqual([
    "Ana Ng is in 2 places at 11:00 AM - 12:00 PM: ‘S1’ and ‘S2’.",
  ]);
  expect(clashesOfAna("after lunch", "After lunch")).toEqual([
    "Ana Ng is in 2 places at after lunch: ‘S1’ and ‘S2’.",
  ]);
});

test("a program twice as long is twice the work: each time is parsed equally often", () => {
  const clock = (minutes: number) =>
    `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} AM`;
  const countReads = (count: number): number => {
    let reads = 0;
    const sessions = Array.from({ length: count }, (_, index) => ({
      ...session(index + 1, "", "tech"),
      get time() {
        reads += 1;
        return `${clock(360 + 2 * index)} - ${clock(361 + 2 * index)}`;
      },
    }));
    expect(findProgramConflicts(sessions, [], [])).toEqual([]);
    return reads;
  };
  expect(countReads(150)).toBe(2 * countReads(75));
});

test("overlapping sessions clash, even if one has no end", () => {
  expect(clashesOfAna("2:30 - 3:45 PM", "3:30 - 4:15 PM")).toEqual([
    "Ana Ng is in 2 places at the same time: ‘S1’ (2:30 - 3:45 PM) and ‘S2’ (3:30 - 4:15 PM).",
  ]);
  expect(clashesOfAna("3:30 PM", "2:30 - 3:45 PM")).toEqual([
    "Ana Ng is in 2 places at the same time: ‘S2’ (2:30 - 3:45 PM) and ‘S1’ (3:30 PM).",
  ]);
  expect(clashesOfAna("2:30 - 3:45 PM", "3:30 - 4:15 PM", "4:00 - 5:00 PM")).toEqual([
    "Ana Ng is in 2 places at the same time: ‘S1’ (2:30 - 3:45 PM) and ‘S2’ (3:30 - 4:15 PM).",
    "Ana Ng is in 2 places at the same time: ‘S2’ (3:30 - 4:15 PM) and ‘S3’ (4:00 - 5:00 PM).",
  ]);
  expect(clashesOfAna("9:00 AM - 12:00 PM", "10:00 - 11:30 AM", "11:00 - 11:30 AM")).toEqual([
    "Ana Ng is in 3 places at the same time: ‘S1’ (9:00 AM - 12:00 PM), ‘S2’ (10:00 - 11:30 AM) and ‘S3’ (11:00 - 11:30 AM).",
  ]);
});

test("a session that begins at the end of another does not clash, nor does one without an hour", () => {
  expect(clashesOfAna("2:30 - 3:30 PM", "3:30 - 4:15 PM", "after lunch")).toEqual([]);
  expect(clashesOfAna("9:00 AM", "10:00 AM", "11:00 AM")).toEqual([]);
});

test("simultaneous sessions cause a warning in one track, but not in two", () => {
  const program = [
    session(1, "2:00 - 3:00 PM", "tech"),
    session(2, "2:30 - 3:30 PM", "tech"),
    session(3, "2:00 - 3:00 PM", "b2c"),
  ];
  expect(findProgramConflicts(program, [], [])).toEqual([
    {
      what: "Tech Stream has 2 sessions",
      text: "Tech Stream has 2 sessions at the same time: ‘S1’ (2:00 - 3:00 PM) and ‘S2’ (2:30 - 3:30 PM).",
      sessions: [1, 2],
    },
  ]);
});

test("a session for everyone at the time of another one causes one warning, except with networking", () => {
  const keynote = session(1, "9:00 - 10:00 AM");
  const textsOf = (...others: ReturnType<typeof session>[]) =>
    findProgramConflicts([keynote, ...others], [], []).map(({ text }) => text);
  expect(textsOf(session(2, "9:45 - 10:30 AM"))).toEqual([
    "‘S1’ (9:00 - 10:00 AM) is for everyone, and another session is on at the same time: ‘S2’ (9:45 - 10:30 AM).",
  ]);
  expect(textsOf(session(2, "9:00 - 10:00 AM", "tech"), session(3, "9:00 - 10:00 AM", "b2c"))).toEqual([
    "‘S1’ is for everyone, and other sessions are on at 9:00 - 10:00 AM: ‘S2’ and ‘S3’.",
  ]);
  expect(textsOf(session(2, "10:00 - 10:30 AM"))).toEqual([]);
  expect(textsOf(session(2, "8:00 AM - 5:00 PM", null, "networking"))).toEqual([]);
  const both = [1, 2].map((programSessionId) => ({ speakerId: SPEAKER.id, programSessionId }));
  expect(findProgramConflicts([keynote, session(2, "9:30 - 10:30 AM")], both, [SPEAKER])).toHaveLength(1);
});

test("an evening session whose first hour reads as morning is reported with a correction", () => {
  const textsOf = (time: string) => findDoubtfulTimes([session(1, time)]).map(({ text }) => text);
  expect(textsOf("7:00 - 7:30 PM")).toEqual([
    "‘S1’: “7:00 - 7:30 PM” is listed with the morning’s sessions, because its first hour has neither AM nor PM. To move it, write PM after both hours.",
  ]);
  for (const time of ["7:00 PM - 7:30 PM", "1:15 - 2:15 PM", "11:00 - 12:30 PM", "9:00 AM", "all day"])
    expect(textsOf(time), time).toEqual([]);
});
