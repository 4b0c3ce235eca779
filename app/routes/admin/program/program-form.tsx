import { FormDialog, type OpenForm, useOwnVersion } from "#app/components/admin/dialogs.tsx";
import { SelectField, TextField } from "#app/components/form/field.tsx";
import {
  PROGRAM_SESSION_WORDS,
  type ProgramSessionJson,
} from "#app/models/program-session/program-session.ts";
import { capitalise } from "#app/platform/capitalise.ts";
import { SESSION_TYPES } from "#app/vocabulary/session-type.ts";
import { TRACK_NAMES, TRACK_OPTIONS } from "#app/vocabulary/track.ts";

type ListedSession = ProgramSessionJson & { connectionCount: number };

/** How the dialogs of the screen show sessions. */
export const PROGRAM_DIALOGS = {
  words: PROGRAM_SESSION_WORDS,
  nameOf: ({ title }: ListedSession) => title,
  nameInQuestion: ({ title }: ListedSession) => `"${title}"`,
  toFormValues: ({ title, time, type, track, description }: ListedSession) => ({
    title,
    time,
    type,
    track: track ?? "none",
    description: description ?? "",
  }),
  toShownValues: ({ track }: ListedSession) => ({ track: track && TRACK_NAMES[track] }),
  form: (form: SessionForm) => <SessionForm form={form} />,
};

type SessionForm = OpenForm<ListedSession, keyof typeof PROGRAM_SESSION_WORDS.labels>;

function SessionForm({ form }: { form: SessionForm }) {
  const { item, refused, typed, field } = form;
  return (
    <FormDialog form={{ ...form, seen: useOwnVersion(form) }}>
      <TextField {...field("title")} autoFocus={refused?.result === undefined} />
      <TextField
        {...field("time")}
        hint="For example 9:00 AM, or 1:15 - 2:15 PM. Sessions with the same time share a slot."
      />
      <SelectField {...field("type")} options={typeOptions(item?.type ?? (typed?.type || undefined))} />
      <SelectField
        {...field("track")}
        options={[{ value: "none", label: "None: full width" }, ...TRACK_OPTIONS]}
      />
      <TextField {...field("description")} isOptional rows={6} />
    </FormDialog>
  );
}

/** The known types, and one of its own that a session already has. */
function typeOptions(current: string | undefined) {
  const known: readonly string[] = SESSION_TYPES;
  const types = current === undefined || known.includes(current) ? known : [...known, current];
  return [
    { value: "", label: "Choose a type" },
    ...types.map((value) => ({ value, label: capitalise(value) })),
  ];
}
