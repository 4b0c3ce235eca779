import { count, sql } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { db, delegatesVersion } from "#app/db/connection.server.ts";
import { prepareOnce } from "#app/db/prepared-statements.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { DELEGATE_STATES, type DelegateState, type DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { REGISTRATION_TYPES, type RegistrationType, SPEAKER_PASS } from "#app/vocabulary/pass.ts";

type Counted = { type: RegistrationType; status: DelegateState; count: number };

/** SQL: on the waiting list, with an offer or without. The plus sign leads to the list’s own index. */
const isWaitingSql = (row: string) =>
  `(${row}.queued_at is not null and ${row}.placed_at is null and +${row}.status = 'pending')`;
export const IS_WAITING = sql.raw(isWaitingSql("delegates"));

/** The partial index of the waiting list counts those who wait. */
const waiting = sql<number>`(select count(*) from delegates waiting where ${sql.raw(isWaitingSql("waiting"))}
  and delegates.status = 'pending' and +waiting.registration_type = delegates.registration_type)`;
const selectCounts = prepareOnce(() =>
  db
    .select({ type: delegates.registrationType, status: delegates.status, count: count(), waiting })
    .from(delegates)
    .groupBy(delegates.registrationType, delegates.status)
    .prepare(),
);

/** Those who wait are counted apart from the pending delegates, who have a place. */
const countDelegates = (): Counted[] =>
  selectCounts()
    .all()
    .flatMap(({ waiting, count, ...one }) => [
      { ...one, count: count - waiting },
      { ...one, status: "waiting" as const, count: waiting },
    ]);

/** Numbers of delegates by pass and status, without zeros. They identify no one. */
export function listDelegateNumbers() {
  const chosen = countAnswers().filter(({ id }) => !findQuestion(id)?.isSensitive);
  return selectCounts()
    .all()
    .map(({ type, status, count }) => ({
      registrationType: type,
      status,
      count,
      ...(COUNTED_QUESTIONS.length > 0 && {
        answers: tally(chosen.filter((one) => one.type === type && one.status === status)),
      }),
    }));
}

/** Questions with fixed answers. */
const COUNTED_QUESTIONS = conference.questions.filter(({ kind }) => kind === "choice" || kind === "tick");
const findQuestion = (id: string) => COUNTED_QUESTIONS.find((question) => question.id === id);

type CountedAnswer = Counted & { id: string; answer: string };

const countAnswers = () =>
  COUNTED_QUESTIONS.length === 0
    ? []
    : db.all<CountedAnswer & { isWaiting: number }>(sql`
        select key as id, value as answer, registration_type as type, status,
          ${IS_WAITING} as isWaiting, count(*) as count
        from delegates, json_each(delegates.answers)
        where key in ${COUNTED_QUESTIONS.map(({ id }) => id)}
        group by 1, 2, 3, 4, 5`);

function tally(counted: CountedAnswer[]) {
  const sums: Record<string, Record<string, number>> = {};
  for (const { id, answer, count } of counted)
    sums[id] = { ...sums[id], [answer]: (sums[id]?.[answer] ?? 0) + count };
  return sums;
}

/** For each question with fixed answers, counts the delegates with a place by their answer or none. */
export function listAnswerNumbers() {
  const isComing = ({ status }: Counted) => WITH_PLACE.some((one) => one === status);
  const sums = tally(countAnswers().filter((one) => isComing(one) && !one.isWaiting));
  const countOf = createDelegateCounter();
  return COUNTED_QUESTIONS.map(({ id, label, choices, passes }) => {
    const chosen = { ...Object.fromEntries(choices.map((choice) => [choice, 0])), ...sums[id] };
    const answered = Object.values(chosen).reduce((all, count) => all + count, 0);
    const asked = (passes ?? [null]).reduce((all, type) => all + countOf(type, WITH_PLACE), 0);
    const answers = Object.entries({ ...chosen, "No answer": Math.max(0, asked - answered) });
    return { label, answers: answers.map(([name, count]) => ({ name, count })) };
  });
}

/** Ids of all questions with answers, also of those that left the conference file. */
export const listAnsweredIds = (): string[] =>
  db
    .all<{ id: string }>(
      sql`select distinct key as id from delegates, json_each(answers) where answers is not null`,
    )
    .map(({ id }) => id);

export const listCountedPasses = (countOf: ReturnType<typeof createDelegateCounter>): RegistrationType[] =>
  [...REGISTRATION_TYPES, SPEAKER_PASS].filter((type) => type !== SPEAKER_PASS || countOf(type) > 0);

let latest: { version: string; counts: Counted[] } = { version: "", counts: [] };

export const currentDelegatesVersion = sql<string>`(select version from versions where name = 'delegates')`;

/** Returns a function that counts delegates by pass and status. Recounts if the version changed. */
export function createDelegateCounter(version = delegatesVersion()) {
  if (latest.version !== version) latest = { version, counts: countDelegates() };
  const { counts } = latest;
  return (type: RegistrationType | null = null, statuses: readonly DelegateState[] = DELEGATE_STATES) =>
    counts
      .filter((one) => (type === null || one.type === type) && statuses.includes(one.status))
      .reduce((all, one) => all + one.count, 0);
}

/** The number of delegates with a place, without speakers, who take none. */
export function countWithPlace(type: RegistrationType | null = null): number {
  const countOf = createDelegateCounter();
  return countOf(type, WITH_PLACE) - (type === null ? countOf(SPEAKER_PASS, WITH_PLACE) : 0);
}

export const WITH_PLACE: DelegateStatus[] = ["pending", "confirmed", "attended"];
