import ICAL from "ical.js";
import { beforeEach, expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { SESSION } from "../support/factories.ts";
import { app, openOrganised, organiser } from "../support/organised.ts";

const METRICS_TOKEN = "a-token-of-tests-that-is-long-enough";
beforeEach(() => openOrganised({ METRICS_TOKEN }));

const see = async (search: string) => {
  const html = await (await app.fetch(`/my-day${search}`)).text();
  const [list = ""] = /<ol.*?<\/ol>/s.exec(html) ?? [];
  const titles = [...list.matchAll(/href="\/\?session=(\d+)"/g)].map(([, id]) => Number(id));
  return { html, titles, text: visibleText(html).replaceAll("\u00a0", " ") };
};
const boxesIn = (html: string) => html.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
const eventsIn = async (path: string) => {
  const calendar = new ICAL.Component(ICAL.parse(await (await app.fetch(path)).text()));
  return calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
};
const LEFT_OUT = "not in the program.";

test("the chosen sessions are listed in program order, and the form has a tick for each", async () => {
  const { html, titles, text } = await see("?s=6&s=1&s=9");
  expect(titles).toEqual([1, 6, 9]);
  expect(text).toContain("Add 3 sessions to your calendar");
  expect(text).not.toContain("You chose");
  expect(text).not.toContain(LEFT_OUT);
  const boxes = boxesIn(html);
  expect(boxes).toHaveLength(9);
  const ticked = boxes.filter((box) => box.includes("checked"));
  expect(ticked.map((box) => / value="(\d+)"/.exec(box)?.[1])).toEqual(["1", "6", "9"]);
  // The form works without script: it leads to the address of the choice.
  expect(html).toMatch(/<form class="[^"]*" action="\/my-day">/);
});

test("without a choice there is only the form", async () => {
  const { html, titles, text } = await see("");
  expect(titles).toEqual([]);
  expect(boxesIn(html).some((box) => box.includes("checked"))).toBe(false);
  expect(text).not.toContain("to your calendar");
});

test("overlaps are named, but a cancelled session overlaps nothing", async () => {
  const overlap = "You chose 2 sessions at 11:00 AM - 12:00 PM: ‘";
  expect((await see("?s=3&s=4&s=9")).text).toContain(overlap);
  await app.sqlite.prepare("update program_sessions set status = 'cancelled' where id = 4").run();
  const { text } = await see("?s=3&s=4&s=9");
  expect(text).not.toContain("You chose");
  expect(text).toContain("Cancelled: ");
});

test("unknown ids, drafts and odd values are ignored with a sentence", async () => {
  const draft = { ...SESSION, title: "Unannounced", status: "draft" };
  const { id } = await (await organiser.json("POST", "/api/admin/program", draft)).json();
  const one = await see(`?s=${id}&s=1`);
  expect(one.titles).toEqual([1]);
  expect(one.text).toContain(`This address also names 1 session ${LEFT_OUT}`);
  expect(one.html).not.toContain("Unannounced");
  const many = await see("?s=1&s=1&s=999&s=01&s=%00&s=1e0&s=-1&s=&s=<b>");
  expect(many.titles).toEqual([1]);
  expect(many.text).toContain(`This address also names 7 sessions ${LEFT_OUT}`);
  const flood = Array.from({ length: 500 }, (_, at) => `s=${at}`).join("&");
  expect((await see(`?${flood}`)).titles).toHaveLength(9);
});

test("the calendar has the chosen events with the program’s UIDs", async () => {
  const all = new Map((await eventsIn("/calendar.ics")).map(({ uid, summary }) => [uid, summary]));
  const { html } = await see("?s=3&s=1&s=77");
  const [, href = ""] = /href="(\/my-day\.ics\?[^"]*)"/.exec(html) ?? [];
  expect(href.replaceAll("&amp;", "&")).toBe("/my-day.ics?s=1&s=3");
  const events = await eventsIn("/my-day.ics?s=3&s=1&s=77");
  expect(events).toHaveLength(2);
  for (const { uid, summary } of events) expect(all.get(uid)).toBe(summary);
  const { headers } = await app.fetch("/my-day.ics?s=1");
  expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  expect(headers.get("Content-Disposition")).toContain("-my-day.ics");
  for (const search of ["", "?s=77", "?s="])
    expect((await app.fetch(`/my-day.ics${search}`)).status).toBe(404);
});

test("it is private, not indexed, sets no cookie, and enters no cache", async () => {
  const cacheCounts = async () => {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await app.fetch("/metrics", { headers })).text();
    return text.match(/^byline_page_cache_requests_total.*/gm);
  };
  await app.fetch("/");
  const before = await cacheCounts();
  expect(before).not.toBeNull();
  for (let id = 0; id < 20; id += 1)
    for (const path of [`/my-day?s=${id}`, `/my-day.ics?s=${id}`]) {
      const { headers } = await app.fetch(path);
      expect(headers.get("Cache-Control"), path).toBe("private, no-store");
      expect(headers.getSetCookie(), path).toEqual([]);
      expect(headers.get("ETag"), path).toBeNull();
    }
  expect(await cacheCounts()).toEqual(before);
  expect((await see("?s=1")).html).toContain('<meta name="robots" content="noindex"/>');
  expect((await app.fetch("/my-day.ics?s=1")).headers.get("X-Robots-Tag")).toBe("noindex");
  expect(await (await app.fetch("/sitemap.xml")).text()).not.toContain("my-day");
});
