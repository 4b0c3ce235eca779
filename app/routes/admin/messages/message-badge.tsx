import { Badge } from "#app/components/buttons-and-badge.tsx";
import type { MessageJson } from "#app/vocabulary/organiser-message.ts";

export function MessageBadge({ message }: { message: MessageJson }) {
  const [name, tone] = stateOf(message);
  return <Badge tone={tone}>{name}</Badge>;
}

function stateOf({ state, waiting, failed, restored, isStopped, isRestored }: MessageJson): [string, string] {
  if (state === "draft") return ["Draft", "grey"];
  if (isRestored || restored > 0) return ["Held", "yellow"];
  if (state === "taken back") return ["Taken back", "grey"];
  if (state === "promised") return ["Will be sent", "yellow"];
  if (isStopped) return ["Stopped", "grey"];
  if (waiting > 0) return ["Being sent", "blue"];
  return failed > 0 ? ["Sent, but not to all", "red"] : ["Sent", "green"];
}
