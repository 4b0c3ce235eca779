// API tokens with their rights: those created in the panel, and those of API_TOKENS.
import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { db } from "#app/db/connection.server.ts";
import { apiTokens } from "#app/db/schema.server.ts";
import type { Intent } from "#app/models/changeset/changeset.server.ts";
import { recordEvent, runChangeset, runIntentChangeset } from "#app/models/changeset/changeset.server.ts";
import * as tokens from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { RIGHT_NAMES, SCOPE_RIGHTS } from "#app/vocabulary/api-rights.ts";

type Row = typeof apiTokens.$inferSelect;
/** `id` and `madeBy` are missing for a token of API_TOKENS. */
export type ApiToken = Pick<Row, "name" | "rights" | "until" | "endedAt"> &
  Partial<Pick<Row, "id" | "madeBy">>;

const fromSettings = ({ name, scope, until }: tokens.ApiToken): ApiToken => {
  return { name, rights: SCOPE_RIGHTS[scope], until, endedAt: null };
};

export const isInForce = (token: ApiToken): boolean => token.endedAt === null && !tokens.isExpired(token);

/** Lists all tokens, the newest first and those of API_TOKENS last. */
export function listApiTokens(): ApiToken[] {
  const created: ApiToken[] = db.select().from(apiTokens).orderBy(desc(apiTokens.id)).all();
  return created.concat(env.API_TOKENS.map(fromSettings));
}

const toHash = (given: string): string => tokens.sha256(given).toString("hex");

/** Also finds tokens that have ended or expired. Reads the database, so an end counts at once. */
export function findApiToken(given: string): ApiToken | null {
  const listed = tokens.findToken(env.API_TOKENS, given);
  if (listed) return fromSettings(listed);
  const isGiven = eq(apiTokens.tokenHash, toHash(given));
  return db.select().from(apiTokens).where(isGiven).get() ?? null;
}

const isTaken = (name: string) => listApiTokens().some((token) => token.name === name && isInForce(token));
const NAME_TAKEN = "A valid token has this name. If this form created it just now, end it and create another";
const MOST = tokens.TOKEN_DAYS.most;
const isInRange = (day: string) => day >= tokens.dayAfter(0) && day <= tokens.dayAfter(MOST);

/** `until` is the last day in UTC. */
export const ApiTokenInput = z.object({
  name: z
    .string()
    .regex(tokens.TOKEN_NAME, "Use up to 40 letters, digits, dots and dashes, and no spaces")
    .refine((name) => !isTaken(name), NAME_TAKEN),
  rights: z.array(z.enum(RIGHT_NAMES)).min(1, "Choose at least one"),
  until: z.iso.date().refine(isInRange, `Choose a day within the next ${MOST} days`),
});

/** Returns the token itself, which is stored nowhere, or null for a repeated form. */
export async function createApiToken(values: z.output<typeof ApiTokenInput>, madeBy: string, intent: Intent) {
  let secret: string | null = null;
  const created = await runIntentChangeset(intent, madeBy, "created", (tx, changesetId) => {
    secret = tokens.createSecret();
    const row = { ...values, madeBy, tokenHash: toHash(secret) };
    const subjectId = tx.insert(apiTokens).values(row).returning().get().id;
    recordEvent(tx, changesetId, { subject: "token", subjectId, label: values.name });
    return { ok: true as const };
  });
  return { ...created, secret };
}

/** Ends a token at once. Returns its name, or null if it has already ended. */
export const endApiToken = (id: number, actor: string, formId: string): Promise<string | null> =>
  runChangeset({ actor, formId }, "ended", (tx, changesetId) => {
    const isLeft = and(eq(apiTokens.id, id), isNull(apiTokens.endedAt));
    const ended = tx.update(apiTokens).set({ endedAt: new Date() }).where(isLeft).returning().get();
    if (ended) recordEvent(tx, changesetId, { subject: "token", subjectId: id, label: ended.name });
    return ended?.name ?? null;
  });
