import { expect, test } from "vitest";
import { byStartTime, endMinute, groupBySlot, startClock, startMinute } from "#app/models/time-slot.ts";

const session = (id: number, time: string, sortOrder = 0) => ({ id, time, sortOrder });

test("hours 1 to 5 count as the afternoon", () => {
  expect(startMinute("1:15 - 2:15")).toBe(13 * 60 + 15);
  expect(startMinute("5:00")).toBe(17 * 60);
  expect(startMinute("2:30 PM")).toBe(14 * 60 + 30);
});

test("hours 1 to 5 stay in the morning where the text contains '8:' or '9:'", () => {
  expect(startMinute("1:00 - 9:00")).toBe(60);
  expect(startMinute("2:00 - 8:30")).toBe(120);
});

test("hours from 6 on are read as they stand, and as the afternoon after PM", () => {
  expect(startMinute("8:45 AM - 9:30 AM")).toBe(8 * 60 + 45);
  expect(startMinute("11:00 AM - 12:00 PM")).toBe(11 * 60);
  expect(startMinute("12:00 PM")).toBe(12 * 60);
  expect(startMinute("6:30 PM")).toBe(18 * 60 + 30);
  expect(startMinute("18:30")).toBe(18 * 60 + 30);
});

test("a time that names no hour has no start and no clock", () => {
  expect(startMinute("After lunch")).toBeNull();
  expect(startMinute("99:99")).toBeNull();
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
  expect(sessions.sort(byStartTime).map(({ id }) => id)).toEqual([4, 5, 6, 3, 2, 1, 7]);
});

test("sessions with the same time share a slot", () => {
  const slots = groupBySlot([session(1, "9:00 AM"), session(2, "10:00 AM"), session(3, "9:00 AM")]);
  expect(slots.map((slot) => [slot.time, slot.programSessions.map(({ id }) => id)])).toEqual([
    ["9:00 AM", [1, 3]],
    ["10:00 AM", [2]],
  ]);
});

test("a range ends after it starts, whatever half of the day its end is written in", () => {
  expect(endMinute("8:45 AM - 9:30 AM")).toBe(9 * 60 + 30);
  expect(endMinute("11:30 - 12:15")).toBe(12 * 60 + 15);
  expect(endMinute("1:15 – 2:15 PM")).toBe(14 * 60 + 15);
  expect(endMinute("9:00 to 1:00")).toBe(13 * 60);
  expect(endMinute("5:30 - 6:30")).toBe(18 * 60 + 30);
  expect(endMinute("11:00 PM - 1:00 AM")).toBe(25 * 60);
  expect(endMinute("12:00 - 12:00")).toBe(24 * 60);
});

test("what is no range has no end", () => {
  for (const time of ["9:00 AM", "After lunch", "9:00 - late", "Pre-dinner drinks"]) {
    expect(endMinute(time), time).toBeNull();
  }
});
