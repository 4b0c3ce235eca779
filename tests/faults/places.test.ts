// Limited places under load, in several processes and through crashes.
import { expect, onTestFinished, test } from "vitest";
import { startMailServer } from "../support/mail-server.ts";
import { conferenceWithPlaces } from "../support/places.ts";
import { freePort, newDataDir } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { isAcknowledged, register } from "./support/requests.ts";
import { countOf, inDatabase, makeMailDue, rowsOf } from "./support/rows.ts";
import { startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";

const PLACES = 50;
const PEOPLE = 200;
const GUEST = { registrationType: "guest" };

async function prepare() {
  const post = await startMailServer();
  onTestFinished(post.stop);
  const dataDir = newDataDir();
  const conference = conferenceWithPlaces({ places: PLACES, waitingList: true });
  const settings = { ...conference, SMTP_URL: post.url, UNDO_SECONDS: "1", MAIL_RETRY_SECONDS: "0.05" };
  const start = async (port?: number) => startSite({ dataDir, port: port ?? (await freePort()), settings });
  return { post, dataDir, start };
}
type Post = Awaited<ReturnType<typeof prepare>>["post"];

/** The emails’ subjects by address, once for each Message-ID. */
function lettersTo(post: Post): Map<string, string[]> {
  const letters = new Map(post.mails.map(({ to, email }) => [email.messageId, { to: to.join(), email }]));
  const all = Map.groupBy(letters.values(), ({ to }) => to);
  return new Map([...all].map(([to, mails]) => [to, mails.map(({ email }) => email.subject ?? "")]));
}

const idsWhere = (dataDir: string, which: string, order = "id") =>
  rowsOf<{ id: number }>(dataDir, `select id from delegates where ${which} order by ${order}`).map(
    ({ id }) => id,
  );
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const WITHOUT_PLACE = "queued_at is not null and placed_at is null";

/** Cancels registrations as if their undo were over. */
const giveUp = (dataDir: string, ids: number[]) =>
  inDatabase(dataDir, (sqlite) => {
    for (const id of ids)
      sqlite.prepare("update delegates set status = 'cancelled', updated_at = 1 where id = ?").run(id);
  });

test.each([1, 2])(
  "200 people who register at once in %i processes get 50 places, in the order of the list",
  async (processes) => {
    const { post, dataDir, start } = await prepare();
    const sites = await Promise.all(range(1, processes).map(() => start()));
    const answers = await Promise.all(
      range(1, PEOPLE).map((index) =>
        register(sites[index % processes]?.origin ?? "", `person-${index}@example.com`, index, GUEST),
      ),
    );
    expect(answers.filter(isAcknowledged)).toHaveLength(PEOPLE);
    expect(idsWhere(dataDir, "queued_at is null")).toEqual(range(1, PLACES));
    expect(idsWhere(dataDir, WITHOUT_PLACE, "queued_at, id")).toEqual(range(PLACES + 1, PEOPLE));
    await until("all letters are sent", () => lettersTo(post).size === PEOPLE, 60_000);
    expect([...lettersTo(post).values()].filter((subjects) => subjects.length !== 1)).toEqual([]);
    const waits = [...lettersTo(post).values()].filter(([subject]) => subject?.includes("waiting list"));
    expect(waits).toHaveLength(PEOPLE - PLACES);

    giveUp(dataDir, [3, 5, 7, 11, 13]);
    const offers = () => [...lettersTo(post).values()].filter((subjects) => subjects.length > 1);
    await until("five offers are sent", () => offers().length === 5, 10_000);
    await pause(3_000);
    expect(idsWhere(dataDir, "offered_until is not null")).toEqual(range(PLACES + 1, PLACES + 5));
    expect(countOf(dataDir, "select count(*) from outbox where kind = 'offered'")).toBe(5);
    expect(offers().map((subjects) => subjects.length)).toEqual([2, 2, 2, 2, 2]);
    for (const site of sites) expect(await site.end("SIGTERM")).toBe(0);
    record(
      `${PEOPLE} registrations at once for ${PLACES} places in ${processes === 1 ? "one process" : "two processes"}, of which 5 were then given up`,
      `${PLACES} had a place, ${PEOPLE - PLACES} waited in order and 5 of them were offered one. No one was told twice`,
    );
  },
);

const KILLS = cases(30, 4);

test("each offer has one letter although the site is killed between the offer and its letter", async () => {
  const { post, dataDir, start } = await prepare();
  const port = await freePort();
  let site = await start(port);
  for (const index of range(1, PLACES + KILLS + 5))
    await register(site.origin, `person-${index}@example.com`, index, GUEST);
  const offered = () => countOf(dataDir, "select count(*) from delegates where offered_until is not null");
  for (const kill of range(1, KILLS)) {
    makeMailDue(dataDir);
    giveUp(dataDir, [kill]);
    // The letters before it have been sent, so the kill hits this one, before or after its email.
    await until("the place is offered", () => offered() === kill, 10_000);
    await pause(Math.random() * 60);
    await site.end("SIGKILL");
    site = await start(port);
  }
  makeMailDue(dataDir);
  await until(
    "all are sent",
    () => countOf(dataDir, "select count(*) from outbox where state <> 'sent'") === 0,
    30_000,
  );
  expect(await site.end("SIGTERM")).toBe(0);
  expect(idsWhere(dataDir, "offered_until is not null")).toEqual(range(PLACES + 1, PLACES + KILLS));
  const offers = [...lettersTo(post).values()].flat().filter((subject) => subject.startsWith("A place at"));
  expect(offers).toHaveLength(KILLS);
  const copies = post.mails.filter(({ email }) => email.subject?.startsWith("A place at")).length - KILLS;
  record(
    `The site was killed ${KILLS} times between an offer and its letter`,
    `Each offer had one letter, ${copies} of them sent twice with one Message-ID`,
  );
});
