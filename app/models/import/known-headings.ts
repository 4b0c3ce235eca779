// Column headings and values from Sessionize, pretalx, Eventbrite, Tito, pretix, Hi.Events, Luma,
// Google Forms, Airtable and Meetup. The first match wins, ignoring case, spacing and punctuation.
type Headings = Record<string, readonly string[]>;

const words = (...lines: string[]) => lines.flatMap((line) => line.split(", "));

const PERSON = {
  firstName: ["First Name", "Ticket First Name", "Attendee name: Given name", "Given Name"],
  lastName: ["Last Name", "Ticket Last Name", "Attendee name: Family name", "Family Name", "Surname"],
};
const NETWORKS = ["LinkedIn", "X (Twitter)", "Twitter", "Mastodon", "Bluesky", "Instagram", "Facebook"];
export const KNOWN_HEADINGS = {
  speaker: {
    ...PERSON,
    name: ["Full Name", "Speaker Name", "Speaker", "Display Name", "Your name"],
    title: ["TagLine", "Job Title", "Position", "What is your job title?", "Role"],
    company: ["Organization", "Organisation", "Employer", "Affiliation", "Company Name"],
    category: ["Track", "Topic", "Stream"],
    featured: ["Featured", "Is Featured", "Keynote Speaker"],
    bio: ["Biography", "About", "About you", "Speaker Bio", "Short bio"],
    email: ["Email Address", "Speaker Email", "E-mail"],
    links: [...NETWORKS, "GitHub", "Blog", "Website", "Company Website", "Sessionize Profile", "URL"],
    externalId: ["Speaker Id", "ID", "Code", "Record ID", "Speaker code"],
  },
  session: {
    title: ["Proposal title", "Session Title", "Talk title", "Name", "Session", "Session name"],
    time: ["Time slot", "Slot"],
    start: ["Scheduled At", "Start", "Starts At", "Start Time", "Start (UTC)", "Start date"],
    end: ["End", "Ends At", "End Time", "End date"],
    duration: ["Scheduled Duration", "Duration", "Length", "Duration (minutes)", "Session Duration"],
    type: ["Session format", "Session type", "Submission type", "Format", "Proposal type"],
    track: ["Category", "Topic", "Stream"],
    room: ["Location", "Stage", "Venue", "Hall"],
    description: ["Abstract", "Session Description", "Summary", "Notes"],
    status: ["Proposal state", "State"],
    tags: ["Level", "Language", "Tag", "Audience level"],
    links: ["Live Url", "Recording Url", "Slides", "Resources", "URL"],
    speakers: ["Speaker", "Speaker names", "Speaker name", "Presenters", "Presenter", "Hosts"],
    speakerIds: ["Speaker Id", "Speaker codes"],
    externalId: ["Session Id", "Proposal ID", "ID", "Code", "Record ID"],
  },
  /** A delegate's answers have theirs in vocabulary/registration.ts. */
  delegate: {
    ...PERSON,
    status: ["Attendee Status", "Void Status", "approval_status", "RSVP", "Order Status"],
    externalId: words(
      "Attendee #, Ticket Reference, Pseudonymization ID, Public ID, api_id, Attendee ID",
      "User ID, Barcode, Order #, Order code, Order Reference, Record ID",
    ),
  },
  connection: {
    programSessionId: ["Session Title", "Session Id", "Talk", "Title", "Proposal title", "Proposal ID"],
    speakerId: ["Speaker Name", "Speaker Id", "Name", "Full Name", "Speaker names"],
    role: ["Type", "Speaker role"],
  },
} as const satisfies Record<string, Headings>;

/** Fields that may combine several columns. If labelled, each cell is prefixed with its heading. */
export const MERGED_FIELDS: Record<string, { separator: string; isLabelled?: true }> = {
  links: { separator: "\n", isLabelled: true },
  notes: { separator: "\n", isLabelled: true },
  tags: { separator: ", " },
};

export const PARTIAL_FIELD_COLUMNS: Record<string, { label: string; of: string }> = {
  firstName: { label: "First name", of: "name" },
  lastName: { label: "Last name", of: "name" },
  start: { label: "Start", of: "time" },
  end: { label: "End", of: "time" },
  duration: { label: "Duration in minutes", of: "time" },
};

export const SKIP_ROWS_CHOICE = "leave these rows out";
/** Cancels those who are here already, and leaves new rows out. */
export const WITHDRAWN_CHOICE = "cancelled, or left out if new";

export const KNOWN_STATUS_WORDS: Record<string, readonly string[]> = {
  confirmed: words(
    "Attending, Approved, Paid, Active, Completed, Complete, Yes, Going, Checked In",
    "Not void, Valid, Accepted, Confirmed, Eventbrite Completed, Free Order",
  ),
  pending: ["Pending approval", "pending_approval", "Waitlist", "Waitlisted", "Unpaid", "Incomplete"],
  scheduled: ["Accepted", "Confirmed", "Accept Queue", "Nominated"],
  [WITHDRAWN_CHOICE]: words(
    "Canceled, Withdrawn, Void, Voided, Refunded, Not Attending, Declined, Deleted, Expired, Transferred",
  ),
  [SKIP_ROWS_CHOICE]: words("Rejected, Decline Queue, Submitted, Draft, Waitlisted, Invited, No"),
};
