import {
  type EditableWords,
  EXTERNAL_ID,
  type Fields,
  mapFields,
  PANEL_ONLY_NOTE,
} from "#app/models/editable/fields.ts";

/** Fields in form order, with the labels from the specification (section 7). */
export const SPEAKER_FIELDS = {
  name: { label: "Name", kind: "line", limit: 200, shown: "everywhere" },
  pronouns: { label: "Pronouns", kind: "line", limit: 40, isOptional: true, shown: "everywhere" },
  title: { label: "Title", kind: "line", limit: 200, shown: "everywhere", waived: "speaker.title" },
  company: { label: "Company", kind: "line", limit: 200, shown: "everywhere", waived: "speaker.company" },
  category: { label: "Category", kind: "track", shown: "list" },
  featured: { label: "Featured speaker", kind: "yesNo", shown: "list" },
  isDraft: { label: "Draft", kind: "yesNo", shown: "panel", note: PANEL_ONLY_NOTE },
  email: { label: "Email", kind: "email", isOptional: true, shown: "panel", note: PANEL_ONLY_NOTE },
  bio: { label: "Bio", kind: "text", limit: 5_000, isOptional: true, shown: "dialog" },
  links: { label: "Links", kind: "links", isOptional: true, shown: "dialog" },
  externalId: EXTERNAL_ID,
  imageUrl: {
    label: "Image",
    kind: "image",
    isOptional: true,
    shown: "everywhere",
    note: "A path on this site. Requests may also send the `uploadURL` of an uploaded image; null or blank keeps the photo.",
  },
} as const satisfies Fields;

const { name, pronouns, title, company, bio, links } = SPEAKER_FIELDS;
/** Fields that speakers propose themselves. The others are the organisers’. */
export const OWN_SPEAKER_FIELDS = { name, pronouns, title, company, bio, links } as const satisfies Fields;

export const SPEAKER_WORDS = {
  noun: "speaker",
  path: "speakers",
  labels: mapFields(SPEAKER_FIELDS, ({ label }) => label),
  connectedTo: "session",
} as const satisfies EditableWords;
