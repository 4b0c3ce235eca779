import { letterText } from "#app/mail/letter-formats.server.tsx";
import { previewLetter } from "#app/mail/message-letter.server.ts";
import { getAddressee } from "#app/models/message/message.server.ts";
import { listUnreached } from "#app/models/outbox/message-mail.server.ts";
import type { MessageJson } from "#app/vocabulary/organiser-message.ts";

/** What somebody gets who is to get a message: the first, or who comes after the delegate with this id. */
export async function readPreview(message: MessageJson, after: number) {
  const delegate = await getAddressee(message, after);
  if (!delegate) return null;
  const letter = previewLetter(message, delegate);
  return { id: delegate.id, name: delegate.name, subject: letter.subject, text: letterText(letter) };
}

/** As many as are named of those whom a message did not reach. */
const NAMED_AT_MOST = 50;

export const readUnreached = (id: number) => listUnreached(id, NAMED_AT_MOST);
