import { conference } from "#app/conference/conference.ts";
import { EXTERNAL_ID, type Fields, ofFields } from "#app/models/editable/fields.ts";
import type { EditableWords } from "#app/models/editable/words.ts";
import { PROGRAM_SESSION_STATUSES, SESSION_TYPES } from "#app/vocabulary/program.ts";

const EXAMPLES = conference.clock === 24 ? "`9:00` or `13:15 - 14:15`" : "`9:00 AM` or `1:15 - 2:15 PM`";
const AS_WRITTEN = `As text, such as ${EXAMPLES}, at the venue.`;
const ANY_TYPE = `${SESSION_TYPES.map((type) => `\`${type}\``).join(", ")}, or any other word.`;
const NO_TRACK =
  "Null when the session is for everyone; `none` and a blank, where it is sent, mean the same.";

const TRACKS_ROOM = "Null if it is the track’s room or the only one.";

/** Fields in form order, with the labels of the specification (7). */
export const PROGRAM_SESSION_FIELDS = {
  title: { label: "Title", kind: "line", limit: 200, shown: "everywhere" },
  time: { label: "Time", kind: "line", limit: 50, shown: "everywhere", note: AS_WRITTEN },
  type: { label: "Type", kind: "line", limit: 50, shown: "everywhere", note: ANY_TYPE },
  track: { label: "Track", kind: "track", isOptional: true, shown: "everywhere", note: NO_TRACK },
  room: { label: "Room", kind: "line", limit: 80, isOptional: true, shown: "everywhere", note: TRACKS_ROOM },
  description: { label: "Description", kind: "text", limit: 10_000, isOptional: true, shown: "everywhere" },
  tags: { label: "Tags", kind: "tags", isOptional: true, shown: "everywhere" },
  links: { label: "Links", kind: "links", isOptional: true, shown: "dialog" },
  status: { label: "Status", kind: "choice", choices: PROGRAM_SESSION_STATUSES, shown: "everywhere" },
  externalId: EXTERNAL_ID,
} as const satisfies Fields;

export const PROGRAM_SESSION_WORDS = {
  noun: "session",
  path: "program",
  labels: ofFields(PROGRAM_SESSION_FIELDS, ({ label }) => label),
  connectedTo: "speaker",
} as const satisfies EditableWords;
