// Changes that speakers propose for their own entry. No page shows them before an organiser accepts.
import { isDeepStrictEqual } from "node:util";
import { and, between, eq, getTableColumns, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { hasRow } from "#app/db/prepared-statements.server.ts";
import { changes, delegates, speakers } from "#app/db/schema.server.ts";
import {
  type ActionSource,
  createFingerprint,
  offerUndo,
  runChangeset,
} from "#app/models/changeset/changeset.server.ts";
import { fieldText, type ValuesOf } from "#app/models/editable/fields.ts";
import { createInputSchema } from "#app/models/editable/schemas.server.ts";
import { OWN_SPEAKER_FIELDS, SPEAKER_WORDS } from "#app/models/speaker/fields.ts";
import { SPEAKERS, type Speaker } from "#app/models/speaker/speaker.server.ts";

export const ProposalInput = createInputSchema(OWN_SPEAKER_FIELDS);

export const findSpeakerByLink = (linkToken: string, tx: Db = db): Speaker | undefined =>
  tx
    .select(getTableColumns(speakers))
    .from(speakers)
    .innerJoin(delegates, eq(delegates.speakerId, speakers.id))
    .where(eq(delegates.linkToken, linkToken))
    .get();

export type ProposeResult = { ok: true } | { ok: false; reason: "notFound" | "tooSoon" };

/**
 * Stores what differs from the entry. `basedOn` is the version of the entry that the speaker saw.
 * A link may propose once a minute, because each change of a speaker empties the page cache.
 */
export const proposeByLink = (
  linkToken: string,
  values: ValuesOf<typeof OWN_SPEAKER_FIELDS>,
  basedOn: number,
): Promise<ProposeResult> =>
  runChangeset({ actor: "delegate" }, "proposed", (tx): ProposeResult => {
    const speaker = findSpeakerByLink(linkToken, tx);
    if (!speaker) return { ok: false, reason: "notFound" };
    const entry: Record<string, unknown> = speaker;
    const changed = Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, entry[name]));
    const proposed = changed.length === 0 ? null : { ...Object.fromEntries(changed), basedOn };
    if (isDeepStrictEqual(proposed, speaker.proposed)) return { ok: true };
    if (hasRow(tx, changes, isRecentProposal(speaker.id))) return { ok: false, reason: "tooSoon" };
    setProposed(tx, speaker, proposed);
    return { ok: true };
  });

const isRecentProposal = (id: number) =>
  and(
    eq(changes.table, "speakers"),
    eq(changes.rowId, id),
    between(changes.createdAt, new Date(Date.now() - 60_000), new Date()),
    sql`${changes.changesetId} in (select id from changesets where action = 'proposed')`,
  );

/** Keeps the entry’s version, because the public entry stays the same. */
const setProposed = (tx: Db, { id, updatedAt }: Speaker, proposed: Speaker["proposed"]) =>
  tx.update(speakers).set({ proposed, updatedAt }).where(eq(speakers.id, id)).run();

/** Omits proposals that no longer differ from the entry. */
export const listProposals = (all: readonly Speaker[]) =>
  all.flatMap((speaker) => {
    const { id, name, proposed, updatedAt } = speaker;
    const differences = listDifferences(speaker, proposed ?? {});
    if (differences.length === 0) return [];
    const versions = { basedOn: Number(proposed?.basedOn), version: updatedAt.getTime() };
    return { id, name, differences, ...versions, shown: createFingerprint(proposed) };
  });

const listDifferences = (entry: Record<string, unknown>, proposed: Record<string, unknown>) =>
  Object.entries(OWN_SPEAKER_FIELDS).flatMap(([name, { label }]) => {
    const before = fieldText(entry[name]);
    const after = fieldText(proposed[name]);
    return name in proposed && before !== after ? { label, before, after } : [];
  });

export type DecideResult = { ok: true; undoable: number } | { ok: false };

/**
 * Accepts or declines the proposal that the organiser saw (`shown`). Accepting is an edit of the
 * version `seen`. Changes nothing if either has changed.
 */
export const decideProposal = (
  id: number,
  { isAccepted, seen, shown }: { isAccepted: boolean; seen: number; shown: string | null },
  by: ActionSource,
): Promise<DecideResult> =>
  runChangeset(by, isAccepted ? "updated" : "declined", (tx, changesetId): DecideResult => {
    const speaker = tx.select().from(speakers).where(eq(speakers.id, id)).get();
    const { basedOn: _, ...values } = speaker?.proposed ?? {};
    const isStale = isAccepted && speaker?.updatedAt.getTime() !== seen;
    if (!speaker || createFingerprint(speaker.proposed) !== shown || isStale) return { ok: false };
    setProposed(tx, speaker, null);
    const { name } = isAccepted ? SPEAKERS.within.replace(tx, speaker, values) : speaker;
    offerUndo(tx, changesetId, { subject: SPEAKER_WORDS.noun, label: name });
    return { ok: true, undoable: changesetId };
  });
