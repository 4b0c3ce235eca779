import { expect, test } from "vitest";
import { getClock } from "#app/models/program-session/program-session.ts";
import {
  compareStartTimes,
  createClockField,
  endMinute,
  findTimeRemark,
  groupBySlot,
  isInCalendars,
  parseClockMinute,
  parseSortMinute,
  slotKey,
  sortByProgram,
} from "#app/models/program-session/time-slot.ts";

const startClock = (time: string) => getClock({ time, ...createClockField(time) });

const session = (id: number, time: string, sortOrder = 0) => ({ id, time, sortOrder });

test("hours 1 to 5 count as the afternoon", () => {
  expect(parseSortMinute("1:15 - 2:15")).toBe(13 * 60 + 15);
  expect(parseSortMinute("5:00")).toBe(17 * 60);
  expect(parseSortMinute("2:30 PM")).toBe(14 * 60 + 30);
});

test("hours 1 to 5 stay in the morning if the text contains '8:' or '9:'", () => {
  expect(parseSortMinute("1:00 - 9:00")).toBe(60);
  expect(parseSortMinute("2:00 - 8:30")).toBe(120);
});

test("hours from 6 on are read as written, and as the afternoon after PM", () => {
  expect(parseSortMinute("8:45 AM - 9:30 AM")).toBe(8 * 60 + 45);
  expect(parseSortMinute("11:00 AM - 12:00 PM")).toBe(11 * 60);
  expect(parseSortMinute("12:00 PM")).toBe(12 * 60);
  expect(parseSortMinute("6:30 PM")).toBe(18 * 60 + 30);
  expect(parseSortMinute("18:30")).toBe(18 * 60 + 30);
});

test("the last hour of a day is 23, and the last minute of an hour 59", () => {
  expect(parseSortMinute("23:59")).toBe(24 * 60 - 1);
  for (const time of ["24:00", "9:60"]) expect(parseSortMinute(time)).toBeNull();
});

test("a range that ends with PM is ordered by the rule, and its clock time is correct", () => {
  const evening = "7:00 - 9:00 PM";
  expect(parseSortMinute(evening)).toBe(7 * 60);
  expect([startClock(evening), endMinute(evening)]).toEqual(["19:00", 21 * 60]);
  expect(startClock("4:00 \u2013 9:00 p.m.")).toBe("16:00");
  expect(startClock("10:30-11:30 PM")).toBe("22:30");
  expect(startClock("12:00 - 1:00 PM")).toBe("12:00");
  expect(startClock("1:15 - 2:15 PM")).toBe("13:15");
});

test("a start keeps its half of the day if PM would put it after the end, or if it has its own", () => {
  expect(startClock("11:00 - 12:30 PM")).toBe("11:00");
  expect(startClock("9:00 - 1:00 PM")).toBe("09:00");
  expect(startClock("9:00 AM - 10:00 PM")).toBe("09:00");
  expect(startClock("7:00 - 9:00")).toBe("07:00");
  expect(startClock("0:30 - 1:00 PM")).toBe("00:30");
  expect(parseClockMinute("After lunch")).toBeNull();
});

test("a time without an hour has no start and no clock time", () => {
  expect(parseSortMinute("After lunch")).toBeNull();
  expect(parseSortMinute("99:99")).toBeNull();
  expect(startClock("After lunch")).toBeUndefined();
  expect(startClock("1:15 - 2:15")).toBe("13:15");
});

test("sessions are ordered by start, then sortOrder, then id, those without an hour last", () => {
  const sessions = [
    session(1, "To be announced"),
    session(2, "1:15 - 2:15", 2),
    session(3, "1:15 - 2:15", 1),
    session(5, "9:00 AM"),
    session(4, "9:00 AM"),
    session(6, "12:30 PM"),
    session(7, "Later", 0),
  ];
  expect(sessions.sort(compareStartTimes).map(({ id }) => id)).toEqual([4, 5, 6, 3, 2, 1, 7]);
});

test("the program has the order of the page: slots by start, sessions for everyone before streams", () => {
  const listed = [
    { ...session(1, "2:30 PM", 0), track: "media" as const },
    { ...session(2, "9:00 AM", 1), track: "tech" as const },
    { ...session(3, "9:00 AM", 3), track: null },
    { ...session(4, "9:00", 2), track: "b2c" as const },
    { ...session(5, "9:00 am", 4), track: "b2c" as const },
    { ...session(6, "9:00 AM", 5), track: null },
    { ...session(7, "9:00 AM", 6), track: "tech" as const },
  ];
  expect(sortByProgram(listed).map(({ id }) => id)).toEqual([3, 6, 5, 2, 7, 4, 1]);
});

test("sessions with the same time share a slot", () => {
  const slots = groupBySlot([session(1, "9:00 AM"), session(2, "10:00 AM"), session(3, "9:00 AM")]);
  expect(slots.map((slot) => [slot.time, slot.programSessions.map(({ id }) => id)])).toEqual([
    ["9:00 AM", [1, 3]],
    ["10:00 AM", [2]],
  ]);
});

test("a slot is the same with any dash and spacing", () => {
  const spellings = [
    "9:00 AM - 10:00 AM",
    "9:00 AM \u2013 10:00 AM",
    "9:00\u202fAM\u2009\u2014\u200910:00\u00a0AM",
    "9:00 am-10:00 am",
  ];
  const slots = groupBySlot(spellings.map((time, index) => session(index, time)));
  expect(slots.map((slot) => [slot.time, slot.programSessions.length])).toEqual([["9:00 AM - 10:00 AM", 4]]);
  expect(slotKey("9:00 AM - 10:00 AM")).not.toBe(slotKey("9:00 AM - 11:00 AM"));
});

test("a range ends after it starts, whatever half of the day its end has", () => {
  expect(endMinute("8:45 AM - 9:30 AM")).toBe(9 * 60 + 30);
  expect(endMinute("11:30 - 12:15")).toBe(12 * 60 + 15);
  expect(endMinute("1:15 – 2:15 PM")).toBe(14 * 60 + 15);
  expect(endMinute("9:00 to 1:00")).toBe(13 * 60);
  expect(endMinute("5:30 - 6:30")).toBe(18 * 60 + 30);
  expect(endMinute("11:00 PM - 1:00 AM")).toBe(25 * 60);
});

test("a time that is not a range has no end", () => {
  for (const time of ["9:00 AM", "After lunch", "9:00 - late", "Pre-dinner drinks"])
    expect(endMinute(time), time).toBeNull();
});

test("noon and midday are twelve, and an h separates hours and minutes", () => {
  for (const time of ["noon - 1 PM", "midday – 1pm", "12 noon - 1:00 PM"])
    expect([parseSortMinute(time), startClock(time), endMinute(time)], time).toEqual([
      12 * 60,
      "12:00",
      13 * 60,
    ]);
  expect([startClock("9h30 - 10h"), endMinute("9h30 - 10h")]).toEqual(["09:30", 10 * 60]);
});

test("a text with only an end, or an end before its start, has no clock time", () => {
  for (const time of [
    ...["5:00 PM - 4:30 PM", "10:00 AM - 9:00 AM", "9:00 AM - 9:00 AM", "12:30 - 11:30 AM", "3:00 - 2:00 PM"],
    ...["12:00 - 12:00", "until 10 AM", "25:00", "9:00 - 10:60", "2 to 99"],
  ]) {
    expect([startClock(time), endMinute(time)], time).toEqual([undefined, null]);
    expect(findTimeRemark(time), time).toBe(
      `“${time}” cannot be read as a time, so it does not appear in calendars. Write it like 9:00 AM or 9:00 - 10:30 AM.`,
    );
    expect(isInCalendars(time), time).toBe(false);
  }
});

test("a text without a number is in no calendar, and has a remark, unless it says ‘all day’", () => {
  for (const time of ["After lunch", "TBA", "half past nine", "Some day", "All day or half a day"]) {
    expect([startClock(time), isInCalendars(time)], time).toEqual([undefined, false]);
    expect(findTimeRemark(time), time).toContain("has no hour, so it does not appear in calendars");
  }
  for (const time of ["All day", "whole-day", "Full day", "allday", "GANZTÄGIG", "toute la journée"])
    expect([startClock(time), isInCalendars(time)], time).toEqual([undefined, true]);
  for (const time of ["All day", "whole-day", "11:00 AM - 12:15 PM", "11:30 - 12:15 PM", "5 - 7 PM", "noon"])
    expect(findTimeRemark(time), time).toBeNull();
});

test("a range shares its slot with its displayed form, but not with times that are sorted elsewhere", () => {
  const same = (one: string, other: string) => slotKey(one) === slotKey(other);
  expect(same("9:40 AM - 10:30 AM", "9:40 – 10:30 AM")).toBe(true);
  expect(same("1:15 PM - 2:15 PM", "1:15 - 2:15 pm")).toBe(true);
  expect(same("11:00 AM - 12:00 PM", "11:00 – 12:00 PM")).toBe(true);
  expect(same("9:00 AM", "9:00")).toBe(false);
  expect(same("7:00 PM - 7:30 PM", "7:00 - 7:30 PM")).toBe(false);
  expect(same("9:00 AM", "9:00 AM - 10:00 AM")).toBe(false);
  expect(same("9:00 AM - 10:00 AM", "9:00 - 10:00 AM (upstairs)")).toBe(false);
});
