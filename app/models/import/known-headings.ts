// Column headings and values of Sessionize, pretalx, Eventbrite, Tito, pretix, Hi.Events, Luma, Meetup,
// Airtable, Konfhub, Whova, Google and Microsoft Forms, and of people's own sheets in English, German,
// French, Spanish and Japanese. The first match wins, ignoring case, spacing and punctuation. Headings
// that are joined by + make one value.
type Headings = Record<string, readonly string[]>;

const words = (...lines: string[]) => lines.flatMap((line) => line.split(", "));

const PERSON = {
  firstName: words(
    "First Name, Ticket First Name, Attendee name: Given name, Given Name, Vorname, Prénom, 名",
  ),
  lastName: words(
    "Last Name, Ticket Last Name, Attendee name: Family name, Family Name, Surname, Nachname",
    "Familienname, Nom de famille, Apellido, Apellidos, 姓",
  ),
};
const NAMES = words(
  "Name, Full Name, Display Name, Your name, What is your name?, What is your full name?",
  "Vor- und Nachname, Vollständiger Name, Nom, Nom complet, Nom et prénom, Nombre, Nombre completo",
  "Nombre y apellidos, 氏名, お名前, 名前",
);
const JOB_TITLES = words(
  "Job Title, Position, Role, What is your job title?, What's your role?, Designation, Funktion",
  "Berufsbezeichnung, Rolle, Beruf, Tätigkeit, Fonction, Poste, Intitulé du poste, Cargo, Puesto, 役職",
  "職種, 肩書き",
);
const COMPANIES = words(
  "Company, Company Name, Organization, Organisation, Organization Name, Employer, Affiliation",
  "What's your company?, Firma, Unternehmen, Firma / Organisation, Arbeitgeber, Institution, Entreprise",
  "Société, Empresa, Organización, 会社名, 会社, 所属, 勤務先, 企業名",
);
const EMAILS = words(
  "Email, Email Address, E-mail, What is your email address?, E-Mail-Adresse, Mailadresse, Courriel",
  "Adresse e-mail, Adresse électronique, Correo, Correo electrónico, メールアドレス, メール, Eメール",
);
const TRACK_NAMES = words("Track, Tracks, Topic, Stream, Category, Thema, Thème, Tema, トラック");
const PROFILES = words(
  "LinkedIn, X (Twitter), Twitter, Mastodon, Bluesky, Instagram, Facebook, GitHub, Blog, Website",
  "Company Website, Sessionize Profile, URL",
);
export const KNOWN_HEADINGS = {
  speaker: {
    ...PERSON,
    name: words("Speaker Name, Speaker, Referent, Referentin, 講演者, 登壇者").concat(NAMES),
    title: ["TagLine", ...JOB_TITLES],
    company: COMPANIES,
    category: TRACK_NAMES,
    featured: words("Featured, Is Featured, Keynote Speaker"),
    bio: words(
      "Bio, Biography, About, About you, Speaker Bio, Short bio, Biografie, Kurzbiografie, Biographie",
      "Biografía, 略歴, プロフィール",
    ),
    email: ["Speaker Email", ...EMAILS],
    links: PROFILES,
    externalId: words("Speaker Id, ID, Code, Record ID, Speaker code"),
  },
  session: {
    ...PERSON,
    title: words(
      "Proposal title, Session Title, Talk title, Title, Name, Session, Session name, Talk, Titel",
      "Vortrag, Vortragstitel, Titre, Título, タイトル, セッション名, 題目, 演題",
    ),
    time: words("Time, Time slot, Slot, Zeit, Uhrzeit, Horaire, Heure, Hora, Horario, 時間"),
    date: words("Start (date), Date, Day, Start date, Session date, Datum, Jour, Fecha, Día, 日付, 日"),
    start: words(
      "Scheduled At, Start (time), Start, Starts At, Start Time, Time Start, Start (UTC), Start date, Beginn",
      "Anfang, Startzeit, Heure de début, Début, Inicio, Hora de inicio, 開始時間, 開始時刻, 開始",
    ),
    end: words(
      "End (time), End, Ends At, End Time, Time End, End date, Ende, Endzeit, Heure de fin, Fin, Hora de fin",
      "終了時間, 終了時刻, 終了",
    ),
    duration: words(
      "Scheduled Duration, Duration, Length, Duration (minutes), Session Duration, Dauer, Durée, Duración",
    ),
    type: words(
      "Session format, Session type, Type, Submission type, Format, Proposal type, Art, Vortragsart, Tipo, 種別",
    ),
    track: TRACK_NAMES,
    room: words(
      "Room, Location, Room/Location, Stage, Venue, Hall, Raum, Saal, Ort, Salle, Lieu, Sala, Lugar, 会場, 部屋",
    ),
    description: words(
      "Abstract, Description, Session Description, Summary, Beschreibung, Zusammenfassung, Résumé",
      "Descripción, Resumen, 概要, 説明, 内容",
    ),
    status: words("Status, Proposal state, State, ステータス"),
    tags: words("Tags, Level, Language, Tag, Audience level"),
    links: words("Live Url, Live Link, Recording Url, Recording Link, Slides, Resources, URL"),
    speakers: words(
      "Speakers, Speaker, Speaker names, Speaker name, Presenters, Presenter, Hosts, Referent, Referenten",
      "Sprecher, Vortragende, Intervenant, Intervenants, Intervenante, Orateur, Ponente, Ponentes, 講演者, 登壇者",
    ),
    speakerIds: words("Speaker IDs, Speaker Id, Speaker codes"),
    externalId: words("Session Id, Proposal ID, ID, Code, Record ID"),
  },
  delegate: {
    ...PERSON,
    registrationType: words(
      "Ticket Type, Ticket, Ticket Name, Product Name, Product, Pass, Item, Ticketart, Tickettyp",
      "Ticketkategorie, Welches Ticket möchten Sie?, Type de billet, Billet, Tipo de entrada, Entrada",
      "チケット, チケット種別, 券種",
    ),
    name: words("Ticket Full Name, Attendee name, Guest name, Teilnehmer, Teilnehmername").concat(NAMES),
    email: ["Ticket Email", "Attendee email", ...EMAILS],
    phone: words(
      "Cell Phone, Ticket Phone Number, Phone, Phone Number, Mobile, Mobile Phone, Mobile Number",
      "Telefonnummer, Telefon, Handynummer, Handy, Mobilnummer, Téléphone, Portable, Teléfono, Móvil",
      "電話番号, 携帯電話",
    ),
    jobTitle: ["Title at company", ...JOB_TITLES],
    company: ["Ticket Company Name", ...COMPANIES],
    favoredStream: words("Which talks interest you most?, Favorite track").concat(TRACK_NAMES),
    notes: words(
      "Dietary requirements, Dietary restrictions, Notes, Allergies, Comments, Order comment",
      "Ernährungsbesonderheiten, Anmerkungen, Bemerkungen, Kommentar, Remarques, Régime alimentaire",
      "Observaciones, Alergias, Comentarios, 備考, 食事制限",
    ),
    status: words(
      "Attendee Status, Void Status, approval_status, RSVP, Order Status, Status, Registration Status, Statut",
      "Estado, ステータス",
    ),
    checkedIn: words(
      "Checked In At, checked_in_at, Is Checked In, Checked In, Check-in, Check-in Status, Check-in date",
      "Check-in time, Checkin, Eingecheckt, チェックイン",
    ),
    externalId: words(
      "Attendee #, Ticket Reference, Pseudonymization ID, Public ID, api_id, Attendee ID, User ID, Barcode",
      "Order code + Position ID, Order #, Order code, Order Reference, Registration ID, Record ID, ID",
      "Timestamp, Zeitstempel, タイムスタンプ",
    ),
  },
  connection: {
    programSessionId: words("Session, Session Title, Session Id, Talk, Title, Proposal title, Proposal ID"),
    speakerId: words("Speaker, Speaker Name, Speaker Id, Name, Full Name, Speaker names"),
    role: words("Role, Type, Speaker role"),
  },
} as const satisfies Record<string, Headings>;

/**
 * Fields that combine several columns. If labelled, each cell is prefixed with its heading.
 * `isOne`: only the columns that are joined by + in one heading.
 */
export const MERGED_FIELDS: Record<string, { separator: string; isLabelled?: true; isOne?: true }> = {
  externalId: { separator: "-", isOne: true },
  links: { separator: "\n", isLabelled: true },
  notes: { separator: "\n", isLabelled: true },
  description: { separator: "\n\n" },
  tags: { separator: ", " },
};

/** Columns that are part of another field, if the list knows headings for them. */
export const PARTIAL_FIELD_COLUMNS: Record<string, { label: string; of: readonly string[] }> = {
  firstName: { label: "First name", of: ["name", "speakers"] },
  lastName: { label: "Last name", of: ["name", "speakers"] },
  date: { label: "Date", of: ["time"] },
  start: { label: "Start", of: ["time"] },
  end: { label: "End", of: ["time"] },
  duration: { label: "Duration in minutes", of: ["time"] },
  checkedIn: { label: "Checked in", of: ["status"] },
};

export const SKIP_ROWS_CHOICE = "leave these rows out";
/** Cancels those who are here already, and leaves new rows out. */
export const WITHDRAWN_CHOICE = "cancelled, or left out if new";

export const KNOWN_STATUS_WORDS: Record<string, readonly string[]> = {
  confirmed: words(
    "Attending, Approved, Paid, Active, Completed, Complete, Yes, Going, Checked In",
    "Not void, Valid, Accepted, Confirmed, Eventbrite Completed, Free Order, Bezahlt, Bestätigt, Payé",
    "Confirmé, Pagado, Confirmado, 参加, 確定",
  ),
  pending: ["Pending approval", "pending_approval", "Waitlist", "Waitlisted", "Unpaid", "Incomplete"],
  scheduled: ["Accepted", "Confirmed", "Accept Queue", "Nominated"],
  [WITHDRAWN_CHOICE]: words(
    "Canceled, Cancelled, Withdrawn, Void, Voided, Refunded, Not Attending, Declined, Deleted, Expired, Transferred",
    "No, Storniert, Abgesagt, Annulé, Cancelado, キャンセル",
  ),
  [SKIP_ROWS_CHOICE]: words("Rejected, Decline Queue, Submitted, Draft, Waitlisted, Invited"),
};

/** Words in a column of check-ins, beside dates and times. */
export const CHECKED_IN_WORDS = words("Yes, Y, True, 1, X, Checked In, Ja, Oui, Sí, はい");
