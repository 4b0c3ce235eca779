import type { Db } from "#app/db/connection.server.ts";
import { outbox } from "#app/db/schema.server.ts";
import type { MailKind } from "#app/models/outbox.ts";

/** Promises a mail within the transaction that gives the occasion for it: both are kept, or neither is. */
export function promiseMail(tx: Db, delegateId: number, kind: MailKind): void {
  tx.insert(outbox).values({ delegateId, kind }).run();
}
