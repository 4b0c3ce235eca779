import { goOnWithSuccess, saveForm } from "#app/http/admin-action.server.ts";
import { oneTimeId, readForm } from "#app/http/form.server.ts";
import { keptAnswers, refusal } from "#app/http/refusal.ts";
import { MessageInput } from "#app/models/message/input.server.ts";
import { saveMessage } from "#app/models/message/message.server.ts";
import { messageAddress } from "#app/routes/admin/messages/message-address.ts";
import { MESSAGE_LABELS } from "#app/vocabulary/organiser-message.ts";

/** Saves what was written, and goes on to its preview. */
export async function editMessage(request: Request, id: number, actor: string) {
  const form = await readForm(request, ["formId", "seen", ...Object.keys(MESSAGE_LABELS)]);
  const options = { seen: Number(form.get("seen")), formId: oneTimeId(form, String(id)) };
  const texts = {
    screen: messageAddress(id),
    noun: "message",
    done: "Message saved. Nothing has been sent.",
    failed: "Failed to save message",
  };
  let isSent = false;
  const goOn = () => goOnWithSuccess(texts.screen, texts.done);
  const write = async (values: Parameters<typeof saveMessage>[1]) => {
    const saved = await saveMessage(id, values, actor, options);
    if (saved.ok) return saved;
    isSent = saved.reason === "sent";
    return { ok: false, reason: saved.reason === "sent" ? "stale" : saved.reason } as const;
  };
  const answer = await saveForm(form, MessageInput, texts, write, {}, goOn);
  return isSent
    ? refusal(409, { result: keptAnswers(form, SENT), description: SENT, conflict: "formUsed" })
    : answer;
}

const SENT = "This message was scheduled or sent in the meantime. Nothing was changed.";
