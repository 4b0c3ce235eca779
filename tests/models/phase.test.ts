// The conference's phase, exact to the second and independent of the server's time zone.
import { beforeAll, expect, test } from "vitest";
import type { Conference } from "#app/conference/conference.ts";
import { useNewDataDir } from "../support/database.ts";
import { SMALL } from "../support/other-conference.ts";

type Facts = Pick<Conference, "date" | "startsAt" | "endsAt" | "timeZone" | "plans" | "registration">;
type Sessions = Parameters<typeof import("#app/models/landing/phase.server.ts").getPhase>[2];

let getPhase: typeof import("#app/models/landing/phase.server.ts").getPhase;
let listChangeTimes: typeof import("#app/models/landing/phase.server.ts").listChangeTimes;
let getPeriods: typeof import("#app/models/program-session/periods.server.ts").getPeriods;
let pricesAt: typeof import("#app/models/landing/prices.server.ts").pricesAt;
let read: (file: object) => Facts;
beforeAll(async () => {
  useNewDataDir();
  ({ getPhase, listChangeTimes } = await import("#app/models/landing/phase.server.ts"));
  ({ getPeriods } = await import("#app/models/program-session/periods.server.ts"));
  ({ pricesAt } = await import("#app/models/landing/prices.server.ts"));
  const { parseConferenceFile } = await import("#app/conference/conference-file.server.ts");
  read = (file) => parseConferenceFile(JSON.stringify(file), "conf.json");
});

const FACTS = { ...SMALL, startsAt: "2027-05-20T09:00", endsAt: "2027-05-20T17:00" };
const PLAN = {
  planId: "one",
  name: "One day",
  price: "kr 900",
  note: "",
  features: [],
  featured: false,
  action: { label: "Buy", href: "https://tickets.example.org/fjord" },
};
/** The second and third sessions start at the same time. */
const PROGRAM: Sessions = [
  { id: 1, time: "9:15 - 10:00 AM", track: null },
  { id: 2, time: "10:30 AM - 12:00 PM", track: null },
  { id: 3, time: "10:30 - 11:15 AM", track: null },
  { id: 4, time: "after lunch", track: null },
  { id: 5, time: "1:00 - 2:00 PM", track: null },
];

const phase = (at: string, program = PROGRAM, facts: object = FACTS) =>
  getPhase(new Date(at), read(facts), program);
function day(at: string, program = PROGRAM, facts: object = FACTS) {
  const found = phase(at, program, facts);
  if (found?.kind !== "day") throw new Error(`It is ${found?.kind ?? "before"}`);
  return [found.now.map(({ id }) => id), found.next.map(({ id }) => id)];
}

test("the last week begins at midnight seven days before the day, in the conference's zone", () => {
  expect(phase("2026-05-20T12:00:00+02:00")).toBeUndefined();
  expect(phase("2027-05-12T23:59:59+02:00")).toBeUndefined();
  for (const clock of ["00:00:00", "23:59:59"])
    expect(phase(`2027-05-13T${clock}+02:00`)).toEqual({ kind: "lastWeek", daysLeft: 7 });
  expect(phase("2027-05-14T00:00:00+02:00")).toEqual({ kind: "lastWeek", daysLeft: 6 });
  expect(phase("2027-05-19T23:59:59+02:00")).toEqual({ kind: "lastWeek", daysLeft: 1 });
});

test("the day lasts from midnight to midnight, and then the conference is over", () => {
  expect(phase("2027-05-20T00:00:00+02:00")).toMatchObject({ kind: "day", isOver: false });
  expect(phase("2027-05-20T23:59:59+02:00")).toMatchObject({ kind: "day", isOver: true });
  expect(phase("2027-05-21T00:00:00+02:00")).toEqual({ kind: "after" });
  expect(phase("2037-01-01T00:00:00Z")).toEqual({ kind: "after" });
});

test("a session is on from its first second to the one before its end", () => {
  expect(day("2027-05-20T09:14:59+02:00")).toEqual([[], [1]]);
  expect(day("2027-05-20T09:15:00+02:00")).toEqual([[1], [2, 3]]);
  expect(day("2027-05-20T09:59:59+02:00")).toEqual([[1], [2, 3]]);
  expect(day("2027-05-20T10:00:00+02:00")).toEqual([[], [2, 3]]);
});

test("a break is between two sessions only, not in the morning or evening", () => {
  const isBreak = (clock: string) => {
    const found = phase(`2027-05-20T${clock}+02:00`);
    return found?.kind === "day" && found.isBreak;
  };
  expect(["09:14:59", "09:15:00", "09:59:59", "14:00:00", "17:00:00"].filter(isBreak)).toEqual([]);
  expect(["10:00:00", "10:29:59", "12:00:00", "12:59:59"].filter((clock) => !isBreak(clock))).toEqual([]);
});

test("overlapping streams are on together, and a longer session stays", () => {
  expect(day("2027-05-20T10:30:00+02:00")).toEqual([[2, 3], [5]]);
  expect(day("2027-05-20T11:15:00+02:00")).toEqual([[2], [5]]);
  expect(day("2027-05-20T12:00:00+02:00")).toEqual([[], [5]]);
});

test("a cancelled session keeps its time, but is never the only next one, and delays no end", () => {
  const program = PROGRAM.map((one) => ([2, 3, 5].includes(one.id) ? { ...one, status: "cancelled" } : one));
  expect(day("2027-05-20T09:15:00+02:00", program)).toEqual([[1], []]);
  expect(day("2027-05-20T10:30:00+02:00", program)).toEqual([[2, 3], []]);
  const late = [
    { id: 1, time: "5:00 - 7:00 PM", track: null, status: "cancelled" },
    { id: 2, time: "8:00 PM", track: null },
  ];
  expect(phase("2027-05-20T17:00:00+02:00", late)).toMatchObject({ now: [{ id: 1 }], isOver: false });
  expect(phase("2027-05-20T17:00:00+02:00", late.slice(0, 1))).toMatchObject({
    now: [{ id: 1 }],
    isOver: true,
  });
});

test("the evening ends with the last session and the hours of the conference", () => {
  expect(phase("2027-05-20T14:00:00+02:00")).toMatchObject({ now: [], next: [], isOver: false });
  expect(phase("2027-05-20T16:59:59+02:00")).toMatchObject({ isOver: false });
  expect(phase("2027-05-20T17:00:00+02:00")).toMatchObject({ isOver: true });
  const late = [{ id: 1, time: "5:00 - 7:00 PM", track: null }];
  expect(phase("2027-05-20T17:00:00+02:00", late)).toMatchObject({ isOver: false, now: [{ id: 1 }] });
  expect(phase("2027-05-20T19:00:00+02:00", late)).toMatchObject({ isOver: true, now: [] });
});

test("a session without an end lasts until the next begins, the last one as long as most of the day’s", () => {
  const program = [
    { id: 1, time: "9:00 AM", track: null },
    { id: 2, time: "11:00 AM", track: null },
  ];
  expect(day("2027-05-20T10:59:59+02:00", program)).toEqual([[1], [2]]);
  expect(day("2027-05-20T11:00:00+02:00", program)).toEqual([[2], []]);
  expect(day("2027-05-20T12:59:59+02:00", program)).toEqual([[2], []]);
  expect(day("2027-05-20T13:00:00+02:00", program)).toEqual([[], []]);
  const alone = [{ id: 1, time: "9:00 AM", track: null }];
  expect(day("2027-05-20T16:59:59+02:00", alone)).toEqual([[1], []]);
});

test("a session without an end ends with the next one in its own stream or for everyone", () => {
  const program = [
    { id: 1, time: "11:00", track: "b2c" as const },
    { id: 2, time: "11:00", track: "tech" as const },
    { id: 3, time: "11:20", track: "tech" as const },
    { id: 4, time: "11:40", track: "tech" as const },
    { id: 5, time: "12:30", track: null },
  ];
  const ends = (sessions: Sessions) =>
    [...getPeriods(sessions, read(FACTS)).values()].map(({ end }) => end.toISOString().slice(11, 16));
  expect(ends(program)).toEqual(["10:30", "09:20", "09:40", "10:30", "10:50"]);
  const given = [
    ...program,
    { id: 6, time: "2:00 - 2:45", track: null },
    { id: 7, time: "3:00", track: "b2c" as const },
    { id: 8, time: "3:00 - 5:00", track: "tech" as const },
    { id: 9, time: "2:00 - 2:45", track: "media" as const },
    { id: 10, time: "2:00 - 2:45", track: "tech" as const },
  ];
  expect(ends(given)).toEqual([
    ...["10:30", "09:20", "09:40", "10:30", "12:00"],
    ...["12:45", "13:45", "15:00", "12:45", "12:45"],
  ]);
  // If durations are equally common, the shortest is used, because an exhibition outlasts a talk.
  const exhibition = { id: 1, time: "8:00 - 17:00", track: null };
  const talks = ["9:00", "9:40"].map((time, id) => ({ id: id + 2, time, track: "tech" as const }));
  expect(ends([exhibition, ...talks])).toEqual(["15:00", "07:40", "08:20"]);
});

test("a program without sessions or without hours has no current and no next one", () => {
  for (const program of [
    [],
    [{ id: 1, time: "to be announced", track: null }],
    [{ id: 1, time: "5 PM - 4:30 PM", track: null }],
  ]) {
    expect(day("2027-05-20T10:00:00+02:00", program)).toEqual([[], []]);
    expect(phase("2027-05-19T10:00:00+02:00", program)).toEqual({ kind: "lastWeek", daysLeft: 1 });
    expect(phase("2027-05-20T18:00:00+02:00", program)).toMatchObject({ isOver: true });
  }
});

test("on a day when the clocks go back, sessions follow the venue's clocks", () => {
  // Oslo's clocks go back from 3:00 to 2:00 on 31 October 2027.
  const facts = { ...FACTS, startsAt: "2027-10-31T06:00", endsAt: "2027-10-31T09:00" };
  const program = [
    { id: 1, time: "6:30 - 7:30 AM", track: null },
    { id: 2, time: "8:00 - 9:00 AM", track: null },
  ];
  expect(phase("2027-10-30T21:59:59Z", program, facts)).toEqual({ kind: "lastWeek", daysLeft: 1 });
  expect(phase("2027-10-30T22:00:00Z", program, facts)).toMatchObject({ kind: "day" });
  expect(day("2027-10-31T05:30:00Z", program, facts)).toEqual([[1], [2]]);
  expect(day("2027-10-31T06:59:59Z", program, facts)).toEqual([[], [2]]);
  expect(day("2027-10-31T07:00:00Z", program, facts)).toEqual([[2], []]);
  expect(phase("2027-10-31T22:59:59Z", program, facts)).toMatchObject({ kind: "day" });
  expect(phase("2027-10-31T23:00:00Z", program, facts)).toEqual({ kind: "after" });
});

test("the week before has seven days even if the clocks change", () => {
  const facts = { ...FACTS, startsAt: "2027-03-31T09:00", endsAt: "2027-03-31T17:00" };
  expect(phase("2027-03-23T22:59:59Z", [], facts)).toBeUndefined();
  expect(phase("2027-03-23T23:00:00Z", [], facts)).toMatchObject({ daysLeft: 7 });
  expect(phase("2027-03-30T21:59:59Z", [], facts)).toMatchObject({ daysLeft: 1 });
  expect(phase("2027-03-30T22:00:00Z", [], facts)).toMatchObject({ kind: "day" });
});

test("a conference that goes on past midnight is over at the midnight after its end", () => {
  const facts = { ...FACTS, startsAt: "2027-05-20T20:00", endsAt: "2027-05-21T02:00" };
  const program = [{ id: 1, time: "11:00 PM - 1:00 AM", track: null }];
  expect(day("2027-05-21T00:59:59+02:00", program, facts)).toEqual([[1], []]);
  expect(phase("2027-05-21T23:59:59+02:00", program, facts)).toMatchObject({ kind: "day", isOver: true });
  expect(phase("2027-05-22T00:00:00+02:00", program, facts)).toEqual({ kind: "after" });
});

test("a conference that ends at midnight is over at that minute", () => {
  const facts = { ...FACTS, endsAt: "2027-05-21T00:00" };
  const program = [{ id: 1, time: "9:00 AM", track: null }];
  expect(phase("2027-05-20T23:59:59+02:00", program, facts)).toMatchObject({ kind: "day" });
  expect(phase("2027-05-21T00:00:00+02:00", program, facts)).toEqual({ kind: "after" });
});

test("nothing changes between two change times", () => {
  const facts = read({
    ...FACTS,
    currency: "NOK",
    plans: [{ ...PLAN, steps: [{ until: "2027-03-01", price: "kr 500" }] }],
  });
  const turns = listChangeTimes(facts, PROGRAM).map((at) => at.getTime());
  expect(turns).toEqual(turns.toSorted((a, b) => a - b));
  // The phase does not change when the doors open, but the page does.
  expect(turns).toContain(Date.parse("2027-05-20T09:00:00+02:00"));
  // Except for the clock.
  const shown = (at: number) =>
    JSON.stringify([
      { ...getPhase(new Date(at), facts, PROGRAM), clock: undefined },
      pricesAt(new Date(at), facts),
    ]);
  for (const [index, turn] of turns.entries()) {
    const next = turns[index + 1] ?? turn + 1e9;
    for (const at of [turn + 1, (turn + next) / 2, next - 1])
      if (at > turn && at < next) expect(shown(at), new Date(at).toISOString()).toBe(shown(turn));
  }
  const changed = turns.filter((turn) => shown(turn - 1) !== shown(turn));
  expect(changed.length).toBeGreaterThan(14);
});

test("a price is valid until the end of its last day, and then the next one", () => {
  const step = (until: string, price: string) => ({ until, price });
  const facts = read({
    ...FACTS,
    currency: "NOK",
    plans: [
      { ...PLAN, steps: [step("2027-02-01", "kr 500"), step("2027-03-31", "kr 700")] },
      { ...PLAN, planId: "two" },
    ],
  });
  const at = (moment: string) => pricesAt(new Date(moment), facts);
  expect(at("2027-01-05T00:00:00Z")).toEqual({ one: { price: "kr 500", until: "1 February" } });
  expect(at("2027-02-01T23:59:59+01:00")).toEqual({ one: { price: "kr 500", until: "1 February" } });
  expect(at("2027-02-02T00:00:00+01:00")).toEqual({ one: { price: "kr 700", until: "31 March" } });
  expect(at("2027-03-31T23:59:59+02:00")).toEqual({ one: { price: "kr 700", until: "31 March" } });
  expect(at("2027-04-01T00:00:00+02:00")).toBeUndefined();
});
