import { type EditableWords, type Fields, mapFields } from "#app/models/editable/fields.ts";
import { CONNECTION_ROLES } from "#app/vocabulary/program.ts";

const IN_SESSION =
  "The speaker’s role in this session. In requests, a blank, null or missing role means `speaker`.";

/** Fields in form order, with the labels from the specification (section 7). */
export const CONNECTION_FIELDS = {
  speakerId: { label: "Speaker", kind: "id", shown: "everywhere" },
  sessionId: { label: "Session", kind: "id", shown: "everywhere" },
  role: { label: "Role", kind: "choice", choices: CONNECTION_ROLES, shown: "everywhere", note: IN_SESSION },
} as const satisfies Fields;

export const CONNECTION_WORDS = {
  noun: "connection",
  path: "connections",
  labels: mapFields(CONNECTION_FIELDS, ({ label }) => label),
} as const satisfies EditableWords;

export const NOT_CONNECTED = "This speaker is not connected to this session";

/** Example: 'Ada Lovelace, Bo Quill (moderator)'. */
export const speakersText = (all: { name: string; role: string }[]): string =>
  all.map(({ name, role }) => (role === "speaker" ? name : `${name} (${role})`)).join(", ");

/** Fields of a session's form for its speakers: `speaker0`, `role0`, `speaker1` and so on. */
export const SESSION_SPEAKER_FIELD = /^(speaker|role)\d{1,3}$/;

export const listChosenSpeakers = (form: Record<string, string>): { id: number; role: string }[] =>
  Object.entries(form).flatMap(([name, id]) => {
    const isChosen = name.startsWith("speaker") && SESSION_SPEAKER_FIELD.test(name) && id !== "";
    return isChosen ? [{ id: Number(id), role: form[name.replace("speaker", "role")] ?? "" }] : [];
  });
