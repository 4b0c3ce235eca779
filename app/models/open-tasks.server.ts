// The dashboard's to-do list and the numbers on the tabs of the admin panel.
import { sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { prepareOnce } from "#app/db/prepared-statements.server.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { createDelegateCounter, currentDelegatesVersion } from "#app/models/delegate/counts.server.ts";
import { countPlaces } from "#app/models/delegate/places.server.ts";
import { countSilent } from "#app/models/delegate/search.server.ts";
import { getNextDeletion } from "#app/models/personal-data/announced-deletion.server.ts";
import { findDoubtfulTimes, findProgramConflicts } from "#app/models/program-session/conflicts.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import { listProposals } from "#app/models/speaker/proposal.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { VersionedCache } from "#app/platform/versioned-cache.server.ts";
import { REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import { isCancelled, needsSpeakers } from "#app/vocabulary/program.ts";

const counted = (name: string, of: string) => sql<number>`(select count(*) from ${sql.raw(of)})`.as(name);

const selectCounts = prepareOnce(() =>
  db
    .select({
      failedMail: counted("failed_mail", "outbox where state = 'failed'"),
      /** Registration letters beyond the address's limit of the day. */
      heldMail: counted("held_mail", "outbox where state = 'held'"),
      restoredMail: counted("restored_mail", "outbox where state = 'restored'"),
      restoredMessages: counted(
        "restored_messages",
        "messages where state = 'taken back' and promised_at is not null",
      ),
      /** Version of the public pages. It changes whenever the program changes. */
      version: sql<string>`version`,
      ofDelegates: currentDelegatesVersion.as("of_delegates"),
    })
    .from(sql`versions`)
    .where(sql`name = 'pages'`)
    .prepare(),
);

/** Recounts delegates and the program only when their version has changed. */
export async function countOpenTasks() {
  const row = selectCounts().get();
  if (!row) throw new Error("the public pages have no version");
  const { version, ofDelegates, ...counts } = row;
  const countOf = createDelegateCounter(ofDelegates);
  return {
    pending: REGISTRATION_TYPES.map((type) => ({ type, count: countOf(type, ["pending"]) })),
    places: countPlaces(),
    /** Number of delegates who have not said whether they are coming, while they are asked. */
    silent: await countSilent(),
    deletion: getNextDeletion(),
    ...counts,
    ...(programs.get("program", version) ?? (await programs.make("program", version, readProgram))),
  };
}
export type OpenTasks = Awaited<ReturnType<typeof countOpenTasks>>;

const programs = new VersionedCache<Awaited<ReturnType<typeof readProgram>>>(
  1_000_000,
  ({ withoutSpeakers }) => withoutSpeakers.join().length,
);

async function readProgram() {
  const programSessions = await PROGRAM_SESSIONS.list();
  const connections = await listConnections();
  const speakers = await SPEAKERS.list();
  const connected = new Set(connections.map(({ programSessionId }) => programSessionId));
  return {
    speakers: speakers.length,
    proposals: listProposals(speakers).length,
    sessions: programSessions.length,
    withoutSpeakers: programSessions
      .filter((one) => needsSpeakers(one.type) && !isCancelled(one) && !connected.has(one.id))
      .map(({ title }) => title),
    /** Number of conflicts and doubtful times in the program. */
    toCheck:
      findProgramConflicts(programSessions, connections, speakers).length +
      findDoubtfulTimes(programSessions).length,
  };
}
