import type { EditableWords } from "#app/models/editable/words.ts";

export const CONNECTION_WORDS = {
  noun: "connection",
  path: "connections",
  /** The specification's (2). */
  labels: { speakerId: "Speaker", sessionId: "Session", role: "Role" },
} as const satisfies EditableWords;
