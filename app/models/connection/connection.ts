import type { EditableWords } from "#app/models/editable/words.ts";

export const NOT_CONNECTED = "This speaker is not connected to this session";

export const CONNECTION_WORDS = {
  noun: "connection",
  path: "connections",
  labels: { speakerId: "Speaker", sessionId: "Session", role: "Role" },
} as const satisfies EditableWords;
