import type { MessageJson } from "#app/vocabulary/organiser-message.ts";

export function MessageBadge({ message }: { message: MessageJson }) {
  const { name, tone } = stateOf(message);
  return (
    <span className="badge" data-tone={tone}>
      {name}
    </span>
  );
}

function stateOf({ state, waiting, failed, held, isStopped, isRestored }: MessageJson): {
  name: string;
  tone: string;
} {
  if (state === "draft") return { name: "Draft", tone: "grey" };
  if (isRestored || held > 0) return { name: "Held", tone: "yellow" };
  if (state === "taken back") return { name: "Taken back", tone: "grey" };
  if (state === "promised") return { name: "Will be sent", tone: "yellow" };
  if (isStopped) return { name: "Stopped", tone: "grey" };
  if (waiting > 0) return { name: "Being sent", tone: "blue" };
  return failed > 0 ? { name: "Sent, not to all", tone: "red" } : { name: "Sent", tone: "green" };
}
