// Times as people write them, and the start and end times they mean.
import { expect, test } from "vitest";
import { type ConferenceDay, parseTime } from "#app/models/program-session/parse-time.ts";

const DAY = {
  date: { iso: "2025-09-11", long: "Thursday 11 September 2025", short: "Sep 11" },
  startsAt: "2025-09-11T08:30:00+10:00",
  endsAt: "2025-09-11T17:00:00+10:00",
};
const NEXT_DAY = { ...DAY, date: { ...DAY.date, iso: "2025-09-12" } };
const NIGHT = { ...DAY, startsAt: "2025-09-11T18:00:00+10:00", endsAt: "2025-09-12T02:00:00+10:00" };

const clock = (minute: number | null) =>
  minute === null
    ? ""
    : `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
/** Returns '09:00 to 09:45', '09:00' if there is no end, or the reason for a refusal. */
function meaning(time: string, day: ConferenceDay = DAY): string {
  const read = parseTime(time, day);
  if (!read.ok) return read.reason;
  return [read.start, read.end].map(clock).filter(Boolean).join(" to ");
}

const UNDERSTOOD: Record<string, string> = {
  "0900-0945": "09:00 to 09:45",
  "0930": "09:30",
  "1400-1445": "14:00 to 14:45",
  "1400 hrs": "14:00",
  "0530-0630": "05:30 to 06:30",
  "930am": "09:30",
  "14h30": "14:30",
  "14 h 30 - 15 h 30": "14:30 to 15:30",
  "9h30 - 10h": "09:30 to 10:00",
  "9.30am – 10.15am": "09:30 to 10:15",
  "9-9.30am": "09:00 to 09:30",
  "10.00-11.00": "10:00 to 11:00",
  "kl. 9.30": "09:30",
  "kl 14-15": "14:00 to 15:00",
  "9 Uhr": "09:00",
  "von 9 bis 10.30 Uhr": "09:00 to 10:30",
  "9:00:00 AM": "09:00",
  "９：３０": "09:30",
  "８：３０ ～ ９：１５": "08:30 to 09:15",
  "9\u200b:30\u202fAM": "09:30",
  // a.m. and p.m.
  "5:30 AM": "05:30",
  "5:30 AM - 6:30 AM": "05:30 to 06:30",
  "5:30 - 6:30 AM": "05:30 to 06:30",
  "5:30 - 6:30": "17:30 to 18:30",
  "9 a.m.": "09:00",
  "9 A.M. to 10 A.M.": "09:00 to 10:00",
  "9:00 a. m.": "09:00",
  "9a-5p": "09:00 to 17:00",
  "7:30p": "19:30",
  "12:30 AM": "00:30",
  "12:30 - 1:30 AM": "00:30 to 01:30",
  "12:30": "12:30",
  "15:30 PM": "15:30",
  noon: "12:00",
  "12 midday - 1pm": "12:00 to 13:00",
  "10 PM - midnight": "22:00 to 24:00",
  "22:00 - 24:00": "22:00 to 24:00",
  "9:00 AM - 10:30": "09:00 to 10:30",
  "7:00 - 9:00 PM": "19:00 to 21:00",
  "6:30 - 6:40 PM": "18:30 to 18:40",
  "7:00 - 6:00 PM": "07:00 to 18:00",
  "1:00 - 9:00": "13:00 to 21:00",
  "from 9:00 to 10:00": "09:00 to 10:00",
  "9:00 until 10:00": "09:00 to 10:00",
  "9:00 ‒ 10:00": "09:00 to 10:00",
  "9:00 -> 10:00": "09:00 to 10:00",
  "8:00 - 17:00": "08:00 to 17:00",
  "5:30 - 14:00": "05:30 to 14:00",
  "14:00 - 3:30": "14:00 to 15:30",
  "22:00 - 02:00": "22:00 to 26:00",
  "11:00 PM - 1:00 AM": "23:00 to 25:00",
  "9:00 - late": "09:00",
  "9:00 - 10:00 AM (upstairs)": "09:00 to 10:00",
  // Times with the conference's date, weekday or time zone.
  "2025-09-11T15:15": "15:15",
  "2025-09-11T05:15:00.000+10:00": "05:15",
  "2025-09-11 09:00 - 2025-09-11 10:00": "09:00 to 10:00",
  "11/09/2025 14:00": "14:00",
  "9/11/25, 2:00:00 PM": "14:00",
  "11.09.2025 14:00": "14:00",
  "11-Sep-2025 9:00": "09:00",
  "11 Sep 2025 09:00 AM": "09:00",
  "11. September 2025, 14 Uhr": "14:00",
  "Sep 11, 2:00 PM": "14:00",
  "Sep 11, 2:00 PM - 3:00 PM": "14:00 to 15:00",
  "Thursday, September 11th, 2025 at 9am": "09:00",
  "2:00 PM, 11 September": "14:00",
  "Thu 9:00": "09:00",
  "Donnerstag, 11.09.2025, 9.00 Uhr": "09:00",
  "jueves, 9:00": "09:00",
  "after lunch, 1:30": "13:30",
  "0130 hrs": "01:30",
  "Thu Sep 11 2025 09:00:00 GMT+1000": "09:00",
  "Sun room, 9:00 AM": "09:00",
  "9:00 AM May Hall": "09:00",
  "9:00 AM AEST - 10:00 AM AEST": "09:00 to 10:00",
  "9:00 AM (UTC+10)": "09:00",
};

test("times are understood as people write them", () => {
  const read = Object.fromEntries(Object.keys(UNDERSTOOD).map((time) => [time, meaning(time)]));
  expect(read).toEqual(UNDERSTOOD);
});

const NOT_UNDERSTOOD = [
  ...["Room 2, 10:00", "Day 1, 9:00", "Day 1, 9:00 AM", "0.375", "0.25", "45911.375", "5:45pm for 6pm"],
  ...["Room 2 - 10:00", "Room 2.10", "Level 3", "1st session 9:00", "10:00 (45 min)", "9:00 / 10:00"],
  ...["9:00–10:00–11:00", "9:00 and 14:00", "10:00 et 11:00", "9:00, 14:00", "9:00 +1", "- 10:00"],
  ...["until 10 AM", "by 9:00", "ends 16:00", "closes 17:00", "after 10:00", "7:30 P", "AM 9:00"],
  ...["2h", "2 hours", "1:30 h", "9:00 in the evening", "9時30分", "٠٩:٣٠", "11 Sep 2025", "2025-09-11"],
  ...["13:00 AM", "24:00", "24:30", "25:00", "9:60", "9:5", "123456"],
  // Only an end time, or a time relative to an hour.
  ...["hasta las 10:00", "até às 10:00", "jusqu’à 10:00", "avant 9:00", "fino alle 10:00", "до 10:00"],
  ...["do 10:00", "vor 9 Uhr", "nach 9 Uhr", "halb 10 Uhr", "Viertel nach 9 Uhr", "kl. halv 10"],
  ...["half past 9 AM", "half 10am"],
  // a.m. and p.m. in languages that the parser does not support.
  ...["9:00 μ.μ.", "8:00 вечера", "9:00 م", "2:00 odpoledne", "2:00 popołudniu", "2:00 e.m.", "2:00 chiều"],
  // Durations, other days, other time zones, and times that have changed.
  ...["1h30", "0h45", "1.30h", "Day Two, 9:00 AM", "tomorrow 9:00", "9:00 Pacific Time", "14:00 MEZ"],
  ...["11:00 - 12:00 AM", "11:30 - 12:30 AM"],
  ...["moved from 9:00 to 10:00", "was 9:00", "9:00 cancelled", "9:00 canceled", "9 Uhr verschoben"],
  ...["9:00 PST", "2025-09-11T09:00:00Z", "2025-09-11T09:00:00-05:00", "9:00 - 5:00 AM", "14:00 - 13:00"],
];

test("a text with an extra digit or an ambiguous hour is not understood", () => {
  expect(NOT_UNDERSTOOD.filter((time) => meaning(time) !== "unclear")).toEqual([]);
});

test("a text with another day than the conference’s is not understood", () => {
  const dated = ["2025-09-11T15:15", "11/09/2025 14:00", "11 Sep 2025 09:00 AM", "Sep 11, 2:00 PM - 3:00 PM"];
  expect(dated.map((time) => meaning(time, NEXT_DAY))).toEqual(dated.map(() => "otherDay"));
  const others = ["Friday 9:00", "9:00am Fri", "Fri, 12 September 9:00", "2024-09-11 9:00", "Sep 12 9:00 AM"];
  others.push(
    ...["Freitag 9:00", "vendredi 9h", "fredag kl. 9", "пятница 9:00", "金曜日 9:00", "sexta-feira 9:00"],
  );
  expect(others.map((time) => meaning(time))).toEqual(others.map(() => "otherDay"));
});

test("hours after midnight belong to the end of a conference that runs past it", () => {
  const night = {
    "9:00 PM": "21:00",
    "11:30 PM - 12:30 AM": "23:30 to 24:30",
    "12:30 AM": "24:30",
    midnight: "24:00",
    "00:30": "24:30",
    "1:00 - 1:45 AM": "25:00 to 25:45",
    "1:00 - 1:45": "25:00 to 25:45",
    "10:00 AM": "10:00",
  };
  expect(Object.fromEntries(Object.keys(night).map((time) => [time, meaning(time, NIGHT)]))).toEqual(night);
});

test("a text longer than any time is not understood", () => {
  expect(meaning("9:00 AM".padEnd(200))).toBe("09:00");
  expect(meaning("9:00 AM".padEnd(201))).toBe("unclear");
});
