// Speakers on the delegate list get badges and messages and are checked in like other delegates.
import { and, eq, getTableColumns, isNull, not, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { connections, delegates, programSessions, speakers } from "#app/db/schema.server.ts";
import { runChangeset } from "#app/models/changeset/changeset.server.ts";
import { correctInTransaction } from "#app/models/delegate/correct-registration.server.ts";
import { type Delegate, insertRegistration, pickAnswers } from "#app/models/delegate/delegate.server.ts";
import { foldText } from "#app/models/delegate/search-text.ts";
import { sortByProgram } from "#app/models/program-session/time-slot.ts";
import { SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { BLANK_REGISTRATION } from "#app/vocabulary/registration.ts";

type Speaker = typeof speakers.$inferSelect;

const isListed = sql<number>`${speakers.id} in (select speaker_id from delegates where speaker_id is not null)`;

export const listSpeakersOnDelegateList = async () =>
  db
    .select({ ...getTableColumns(speakers), isListed })
    .from(speakers)
    .orderBy(speakers.sortOrder, speakers.id)
    .all();

/**
 * Adds missing speakers as confirmed delegates, or joins them to the registration that has their
 * name and address. Sends no email. Returns the number of speakers.
 */
export const registerSpeakers = (actor: string, formId: string): Promise<number> =>
  runChangeset({ actor, formId }, "registered speaker", (tx, changesetId) => {
    const absent = tx.select().from(speakers).where(not(isListed)).all();
    for (const speaker of absent) {
      const own = findOwnRegistration(tx, speaker);
      const answers = own ? pickAnswers(own) : { ...BLANK_REGISTRATION, ...answersOfSpeaker(speaker) };
      const registration = { ...answers, registrationType: SPEAKER_PASS };
      if (own) correctInTransaction(tx, own, registration, { changesetId, waitMs: null });
      const { id = 0, status = "pending" } = own ?? insertRegistration(registration, null) ?? {};
      const theirs = { status: status === "pending" ? "confirmed" : status, speakerId: speaker.id } as const;
      tx.update(delegates).set(theirs).where(eq(delegates.id, id)).run();
    }
    return absent.length;
  });

function findOwnRegistration(tx: Db, { name, email }: Speaker): Delegate | undefined {
  const hasAddress = sql`lower(${delegates.email}) = lower(${email ?? ""}) and ${delegates.email} <> ''`;
  const found = tx
    .select()
    .from(delegates)
    .where(and(isNull(delegates.speakerId), hasAddress))
    .all();
  return found.find((delegate) => foldText(delegate.name) === foldText(name));
}

const answersOfSpeaker = ({ name, email, title, company }: Speaker) => ({
  name,
  email: email ?? "",
  jobTitle: title,
  company: company || null,
});

/** Copies a speaker's changed fields to the registration. Keeps corrections to other fields. */
export function syncSpeakerRegistration(tx: Db, before: Speaker, after: Speaker): void {
  const was: Record<string, unknown> = answersOfSpeaker(before);
  const changed = Object.entries(answersOfSpeaker(after)).filter(([field, value]) => was[field] !== value);
  if (changed.length === 0) return;
  for (const delegate of tx.select().from(delegates).where(eq(delegates.speakerId, after.id)).all()) {
    const registration = { ...pickAnswers(delegate), ...Object.fromEntries(changed) };
    correctInTransaction(tx, delegate, registration, { changesetId: 0, waitMs: null });
  }
}

export function listSessionsOfListedSpeakers(): { id: number; title: string }[] {
  const { id, title, time, track, sortOrder } = programSessions;
  const linked = db
    .selectDistinct({ id, title, time, track, sortOrder })
    .from(programSessions)
    .innerJoin(connections, eq(connections.programSessionId, id))
    .innerJoin(delegates, eq(delegates.speakerId, connections.speakerId))
    .all();
  return sortByProgram(linked).map(({ id, title }) => ({ id, title }));
}
