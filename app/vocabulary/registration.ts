// A delegate's answers. Forms, lists, files, letters, searches and the API are derived from their table.
import { type Conference, conference, isConferenceFromFile } from "#app/conference/conference.ts";
import type { DelegateStatus, Place } from "#app/vocabulary/delegate-status.ts";
import {
  findPass,
  PRESS_PASS,
  passesWithField,
  passName,
  REGISTRATION_TYPES,
  type RegistrationType,
} from "#app/vocabulary/pass.ts";
import { TRACKS, type Track, trackName } from "#app/vocabulary/program.ts";

/** What a field declares. Anything optional that a field omits is the private choice. */
export type DelegateField = {
  label: string;
  /** True if the answer may be left blank, and is then null. */
  isOptional?: true;
  /** The field's name in the conference file's list of optional fields. A blank answer is ''. */
  waived?: Conference["optional"][number];
  /** Who sees the answer besides the delegate and the organisers. Helpers see the door card. */
  shown?: readonly AnswerPlace[];
  /** True if the delegate's private page omits the answer. */
  isForOrganisers?: true;
  /** True if a transfer keeps the answer. Other answers belong to the person who gave them. */
  carriesOver?: true;
  /** Who finds delegates by the answer: organisers at the desk, or also helpers at the door. */
  searched?: "desk" | "door";
  /** Shown by the registration form, as is the browser's name for the answer. */
  hint?: string;
  autoComplete?: string;
  /** Descriptions for the API document. */
  inputNote?: string;
  answerNote?: string;
} & (
  | { kind: "pass" }
  | { kind: "email" }
  | { kind: "track"; isOptional: true }
  | { kind: "name" | "line"; limit: number }
  | { kind: "phone" | "url"; limit: number; isOptional: true }
  | { kind: "text"; limit: number }
  | { kind: "choice"; choices: readonly string[] }
  | { kind: "tick"; choices: readonly string[] }
);
export type AnswerPlace = "doorCard" | "badge" | "doorList";

/** True if these passes, at least one, are all for the press. Otherwise, plain words are used. */
export const areForPress = (types: readonly RegistrationType[]): boolean =>
  types.length > 0 && types.every((type) => findPass(type).isPress);

const fixedTracks = REGISTRATION_TYPES.flatMap((type) => {
  const { name, fixed } = findPass(type);
  return fixed.favoredStream ? `For the ${name}, it is always \`${fixed.favoredStream}\`` : [];
});
const workPasses = passesWithField("workUrl");
const isWorkPublished = areForPress(workPasses);
const workPassNames = workPasses.map(passName).join(" or the ");

/** In form order, with the labels of the specification (section 2). */
const FIELDS = {
  registrationType: {
    label: "Delegate Type",
    kind: "pass",
    carriesOver: true,
  },
  name: {
    label: "Full Name",
    kind: "name",
    limit: 200,
    autoComplete: "name",
  },
  email: {
    label: "Email Address",
    kind: "email",
    autoComplete: "email",
    answerNote: "Null for a delegate added at the door without an email address.",
  },
  phone: {
    label: "Phone Number",
    kind: "phone",
    limit: 50,
    isOptional: true,
    autoComplete: "tel",
  },
  jobTitle: {
    label: "Job Title",
    kind: "line",
    limit: 200,
    waived: "delegate.jobTitle",
    shown: ["doorCard", "badge"],
    searched: "desk",
    autoComplete: "organization-title",
  },
  company: {
    label: "Company",
    kind: "line",
    limit: 200,
    isOptional: true,
    shown: ["doorCard", "badge", "doorList"],
    carriesOver: true,
    searched: "door",
    autoComplete: "organization",
  },
  favoredStream: {
    label: "Preferred Track",
    kind: "track",
    isOptional: true,
    carriesOver: true,
    hint: "The stream you would like to follow during the parallel sessions.",
    inputNote: `${["The preferred track", ...fixedTracks].join(". ")}.`,
    answerNote: "The preferred track.",
  },
  outlet: {
    label: "Media Outlet",
    kind: "line",
    limit: 200,
    isOptional: true,
    shown: ["doorCard", "badge", "doorList"],
    carriesOver: true,
    searched: "door",
    autoComplete: "organization",
    hint: "Where you work or publish.",
    inputNote: PRESS_PASS
      ? `For the ${passName(PRESS_PASS)}: the name of the outlet. \`news.com.au\` is accepted, but \`https://news.com.au\` is not.`
      : "Always empty.",
    answerNote: "The outlet that the delegate writes for.",
  },
  workUrl: {
    label: isWorkPublished ? "Link to Published Work" : "Supporting Link",
    kind: "url",
    limit: 500,
    isOptional: true,
    isForOrganisers: true,
    hint: isWorkPublished
      ? "An article, program or profile page, such as https://example.com/article"
      : "A page that supports your application, such as https://example.com/profile",
    inputNote: workPassNames ? `For the ${workPassNames}: a link for the organisers.` : "Always empty.",
    answerNote: "A link for the organisers.",
  },
  notes: {
    label: "Additional Information",
    kind: "text",
    limit: 5_000,
    isOptional: true,
    hint: "Dietary needs, accessibility needs, or a question for us.",
  },
} as const satisfies Record<string, DelegateField>;

type Declared = typeof FIELDS;
/** A field with a column of its own. The answers to the organisers' questions share one. */
export type AnswerColumn = keyof Declared;
export const ANSWER_COLUMNS = Object.keys(FIELDS) as AnswerColumn[];

/** Answers to the organisers' own questions, by the question's id. */
export type OwnAnswers = Record<string, string>;
type Question = Conference["questions"][number];
/** Stands for the names of all questions' fields, such as 'answers.diet'. */
type QuestionField = "answers.{id}";
const PREFIX = "answers.";
export const questionField = (id: string) => `${PREFIX}${id}` as QuestionField;
const questionId = (field: string) => (field.startsWith(PREFIX) ? field.slice(PREFIX.length) : null);

function fieldOfQuestion({ label, kind, choices, isRequired }: Question): DelegateField {
  const common = isRequired ? { label } : { label, isOptional: true as const };
  if (kind === "choice" || kind === "tick")
    return { ...common, kind, choices: kind === "tick" ? [TICKED] : choices };
  return { ...common, kind, limit: kind === "line" ? 200 : 5_000 };
}

/** The answer that a tick stores. */
const TICKED = "yes";

export type RegistrationField = AnswerColumn | QuestionField;
export const DELEGATE_FIELDS: Record<RegistrationField, DelegateField> = {
  ...FIELDS,
  ...(Object.fromEntries(
    conference.questions.map((question) => [questionField(question.id), fieldOfQuestion(question)]),
  ) as Record<QuestionField, DelegateField>),
};
export const REGISTRATION_FIELDS = Object.keys(DELEGATE_FIELDS) as RegistrationField[];
export const QUESTION_FIELDS = conference.questions.map(({ id }) => questionField(id));

/** Speakers, whose pass is not in the file, are asked what everyone is asked. */
export const isAsked = ({ passes }: Question, type: string): boolean => passes?.includes(type) ?? true;

type ValueOf<Field extends DelegateField> =
  | (Field["kind"] extends "track" ? Track : string)
  | (Field extends { isOptional: true } ? null : never);
export type Registration = { [Name in AnswerColumn]: ValueOf<Declared[Name]> } & {
  answers: OwnAnswers | null;
};

/** As in responses and on pages, where a blank answer is null. */
export type Answers = { [Name in AnswerColumn]: Registration[Name] | null } & RequiredAtDoor & {
    answers?: OwnAnswers | null;
  };
type RequiredAtDoor = Pick<Registration, "registrationType" | "name">;
/** Walk-ins must give only their pass and name. Others that are required elsewhere may be ''. */
export const isRequiredAtDoor = ({ kind }: DelegateField) => kind === "pass" || kind === "name";

export function mapDelegateFields<T>(of: (field: DelegateField, name: RegistrationField) => T) {
  const values = REGISTRATION_FIELDS.map((name) => [name, of(DELEGATE_FIELDS[name], name)]);
  return Object.fromEntries(values) as Record<RegistrationField, T>;
}

export function mapAnswerColumns<T>(of: (field: DelegateField, name: AnswerColumn) => T) {
  const values = ANSWER_COLUMNS.map((name) => [name, of(DELEGATE_FIELDS[name], name)]);
  return Object.fromEntries(values) as Record<AnswerColumn, T>;
}

export const BLANK_REGISTRATION = {
  ...mapAnswerColumns(({ isOptional }) => (isOptional ? null : "")),
  answers: null,
} as Registration;

export const mayBeBlank = ({ isOptional, waived }: DelegateField): boolean =>
  isOptional === true || (waived !== undefined && conference.optional.includes(waived));

/** True if forms call the field optional. A select offers “Not specified” instead. */
export const isFieldOptional = (name: RegistrationField): boolean =>
  !["track", "choice", "tick"].includes(DELEGATE_FIELDS[name].kind) && mayBeBlank(DELEGATE_FIELDS[name]);

export const REGISTRATION_LABELS = mapDelegateFields(({ label }) => label);
export const SHOWN_REGISTRATION_FIELDS = REGISTRATION_FIELDS.filter((field) =>
  DELEGATE_FIELDS[field].kind === "track" ? TRACKS.length > 0 : passesWithField(field).length > 0,
);

/** The value in forms and lists, which have a field for each question. */
export function answerOf(answers: Answers, field: RegistrationField): string | null {
  const id = questionId(field);
  return id === null ? answers[field as AnswerColumn] : (answers.answers?.[id] ?? null);
}

export const toFormValues = (answers: Answers) =>
  mapDelegateFields((_, name) => answerOf(answers, name) ?? "");

/** Collects the questions' fields of a form or list in `answers`. */
export function collectAnswers(values: Record<string, unknown>) {
  const own = QUESTION_FIELDS.filter((field) => field in values);
  return { ...values, answers: Object.fromEntries(own.map((field) => [questionId(field), values[field]])) };
}

/**
 * The one form in which answers are stored: in the order of the file, then those to questions that
 * left it. Only a question that the pass is asked can change its answer. Null without any answer.
 */
export function toOwnAnswers(
  type: string,
  given: OwnAnswers | null | undefined,
  stored: OwnAnswers | null | undefined,
): OwnAnswers | null {
  const ids = [...conference.questions.map(({ id }) => id), ...Object.keys(stored ?? {})];
  const asked = conference.questions.filter((question) => isAsked(question, type)).map(({ id }) => id);
  const entries = [...new Set(ids)].flatMap((id) => {
    const value = (asked.includes(id) ? given : stored)?.[id];
    return value ? [[id, value]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** Names the questions that left the file. Their labels are their ids. */
export const listFormerFields = (ids: string[]): RegistrationField[] =>
  ids.map(questionField).filter((field) => !(field in DELEGATE_FIELDS));
export const listFields = (...all: Answers[]) => {
  const ids = all.flatMap(({ answers }) => Object.keys(answers ?? {}));
  return [...new Set([...REGISTRATION_FIELDS, ...listFormerFields(ids)])];
};
export const fieldLabel = (field: RegistrationField): string =>
  DELEGATE_FIELDS[field]?.label ?? questionId(field) ?? field;

export const listChangedFields = (before: Registration, after: Registration) =>
  listFields(before, after).filter((field) => answerOf(before, field) !== answerOf(after, field));

function textOf(answers: Answers, field: RegistrationField): string | null {
  const kind = DELEGATE_FIELDS[field]?.kind;
  const value = answerOf(answers, field);
  if (kind === "pass") return passName(value ?? "");
  return kind === "track" ? preferredTrackName(value) : value;
}

export const getAnswerText = (answers: Answers, field: RegistrationField): string | null =>
  questionId(field) !== null || SHOWN_REGISTRATION_FIELDS.includes(field)
    ? textOf(answers, field) || null
    : null;

export const toDisplayedAnswers = (answers: Answers) =>
  mapDelegateFields((_, name) => getAnswerText(answers, name));

/** Returns the answers, besides the name and pass, that a place such as a badge shows. */
export const listAnswersShown = (place: AnswerPlace, answers: Answers) =>
  ANSWER_COLUMNS.flatMap((name) => {
    const text = answers[name] === null ? null : textOf(answers, name);
    return text !== null && DELEGATE_FIELDS[name].shown?.includes(place) ? [{ name, text }] : [];
  });

/** Default values of the sample (specification, section 4). Another conference asks for the pass. */
const DEFAULT_PASS = (!isConferenceFromFile && PRESS_PASS) || "";
export const REGISTRATION_DEFAULTS = {
  registrationType: DEFAULT_PASS,
  favoredStream: findPass(DEFAULT_PASS).fixed.favoredStream ?? "",
};

/** The form values with which a transfer begins. All other answers are the next person's to give. */
export const valuesToCarryOver = (answers: Answers) =>
  mapDelegateFields(({ carriesOver }, name) => (carriesOver && answerOf(answers, name)) || "");

/** Section 8 of the specification fixes the wording. */
export const REGISTRATION_FAILED = "Registration failed";

export type DelegateJson = Answers & {
  id: number;
  status: DelegateStatus;
  place: Place;
  reference: string;
  checkedInAt: string | null;
  paidAt: string | null;
  createdAt: string;
  updatedAt: string;
};

/** Returns a track's name, or 'Not specified' (specification, section 3). */
export const preferredTrackName = (track: Track | null): string =>
  track === null ? "Not specified" : trackName(track);

export const REFERENCE_GROUP_LENGTH = 5;

/** Groups the digits for reading aloud, as in 'A1B2C 3D4E5'. */
export const formatReference = (reference: string): string => reference.replace(/(.{5})(?=.)/g, "$1 ");
