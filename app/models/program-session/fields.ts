import { conference } from "#app/conference/conference.ts";
import { type EditableWords, EXTERNAL_ID, type Fields, mapFields } from "#app/models/editable/fields.ts";
import { PROGRAM_SESSION_STATUSES, SESSION_TYPES } from "#app/vocabulary/program.ts";

const EXAMPLES = conference.clock === 24 ? "`9:00` or `13:15 - 14:15`" : "`9:00 AM` or `1:15 - 2:15 PM`";
const AS_WRITTEN = `The local time at the venue, as text such as ${EXAMPLES}.`;
const ANY_TYPE = `${SESSION_TYPES.map((type) => `\`${type}\``).join(", ")}, or any other text.`;
const NO_TRACK = "Null if the session is for everyone. Requests may also send `none` or an empty string.";

const TRACKS_ROOM = "Null if the session is in the track’s own room, or if there is only one room.";

/** Fields in form order, with the labels from the specification (section 7). */
export const PROGRAM_SESSION_FIELDS = {
  title: { label: "Title", kind: "line", limit: 200, shown: "everywhere" },
  time: { label: "Time", kind: "line", limit: 50, shown: "everywhere", note: AS_WRITTEN },
  type: { label: "Type", kind: "line", limit: 50, shown: "everywhere", note: ANY_TYPE },
  track: { label: "Track", kind: "track", isOptional: true, shown: "everywhere", note: NO_TRACK },
  room: { label: "Room", kind: "line", limit: 80, isOptional: true, shown: "everywhere", note: TRACKS_ROOM },
  description: { label: "Description", kind: "text", limit: 10_000, isOptional: true, shown: "everywhere" },
  tags: { label: "Tags", kind: "tags", isOptional: true, shown: "everywhere" },
  links: { label: "Links", kind: "links", isOptional: true, shown: "dialog" },
  status: {
    label: "Status",
    kind: "choice",
    choices: PROGRAM_SESSION_STATUSES,
    shown: "everywhere",
    note: "Only organisers see a `draft`.",
  },
  externalId: EXTERNAL_ID,
} as const satisfies Fields;

export const PROGRAM_SESSION_WORDS = {
  noun: "session",
  path: "program",
  // The form also saves the session's connections.
  labels: { ...mapFields(PROGRAM_SESSION_FIELDS, ({ label }) => label), speakers: "Speakers" },
  connectedTo: "speaker",
} as const satisfies EditableWords;
