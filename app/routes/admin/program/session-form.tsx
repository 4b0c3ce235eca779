import { useState } from "react";
import { FormDialog, type OpenForm } from "#app/components/admin/dialogs.tsx";
import { FormFields } from "#app/components/admin/form-fields.tsx";
import { FieldError, Options, SelectField, TextField } from "#app/components/form/field.tsx";
import { Photo } from "#app/components/photo.tsx";
import { conference } from "#app/conference/conference.ts";
import { listChosenSpeakers, speakersText } from "#app/models/connection/fields.ts";
import { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import { capitalise } from "#app/platform/text.ts";
import {
  CONNECTION_ROLES,
  isKnownSessionType,
  SESSION_TYPES,
  sessionTypeName,
  trackOptions,
} from "#app/vocabulary/program.ts";
import type { Route } from "./+types/program";

type Loaded = Route.ComponentProps["loaderData"];
export type ListedSession = Loaded["programSessions"][number];
type SessionForm = OpenForm<ListedSession, keyof typeof PROGRAM_SESSION_FIELDS>;

const { title, status, time, room, type, track, ...more } = PROGRAM_SESSION_FIELDS;
/** Fields in the order of the form. */
const FORM_FIELDS = { title, status, time, room, type, track, ...more };

type SessionFormProps = { form: SessionForm; speakers: Loaded["speakers"] };

export function SessionForm({ form, speakers }: SessionFormProps) {
  const { item, typed, field, refused, current } = form;
  const saved = current && { ...current, speakers: speakersText(item?.speakers ?? []) };
  return (
    <FormDialog form={{ ...form, current: saved }} fieldsClass={COLUMNS}>
      <FormFields
        form={form}
        fields={FORM_FIELDS}
        own={{
          time: <TextField {...field("time")} hint={TIME_HINT} />,
          type: (
            <SelectField {...field("type")} options={typeOptions(item?.type ?? (typed?.type || undefined))} />
          ),
          track: (
            <SelectField
              {...field("track")}
              options={[NO_TRACK, ...trackOptions(typed?.track ?? item?.track)]}
            />
          ),
          description: (
            <>
              {/* A refused form lists the chosen speakers by name, so their fields begin again. */}
              <SpeakerFields key={refused?.answeredAt} form={form} speakers={speakers} />
              <TextField {...field("description")} isOptional rows={3} />
            </>
          ),
        }}
      />
    </FormDialog>
  );
}

const COLUMNS =
  "lg:grid lg:grid-cols-6 lg:items-end lg:gap-x-4 lg:*:col-span-3 lg:*:mb-1.5 lg:[&>:has(>#title)]:col-span-4 lg:[&>:has(>#status)]:col-span-2 lg:[&_.input:not(textarea)]:min-h-10 lg:[&_.input:not(textarea)]:py-0 lg:[&_.field>:is(label,p)]:inline lg:[&_.field>p]:ml-2 lg:[&_.field-hint]:text-sm";
const TIME_HINT = conference.clock === 24 ? "9:00, or 13:15 - 14:15" : "9:00 AM, or 1:15 - 2:15 PM";
const NO_TRACK = { value: "none", label: "None (full width)" };

function typeOptions(current: string | undefined) {
  const types =
    current === undefined || isKnownSessionType(current) ? SESSION_TYPES : [...SESSION_TYPES, current];
  return [
    { value: "", label: "Choose a type" },
    ...types.map((value) => ({ value, label: sessionTypeName(value) })),
  ];
}

/** A box that is not ticked removes its speaker when the form is saved. */
function SpeakerFields({ form: { item, typed, refused }, speakers }: SessionFormProps) {
  // Without JavaScript, three speakers can be added at a time.
  const [spares, setSpares] = useState(3);
  const stored = item?.speakers ?? [];
  const chosen = typed ? listChosenSpeakers(typed) : stored;
  const roles = new Map([...stored, ...chosen].map(({ id, role }) => [id, role]));
  const rows = speakers.filter(({ id }) => roles.has(id));
  const others = speakers.filter(({ id }) => !roles.has(id));
  const error = refused?.result?.error?.speakers?.[0];
  return (
    <fieldset
      className="field session-speakers lg:row-span-3 lg:self-start [&_.photo]:w-8 [&_.photo]:text-sm max-sm:[&_.photo]:hidden"
      data-invalid={error ? true : undefined}
    >
      <legend>Speakers</legend>
      {error && <FieldError id="speakers-error" label="Speakers" message={error} />}
      <ul>
        {[...rows, ...Array<null>(spares).fill(null)].map((one, at) => (
          <li key={one?.id ?? -at}>
            {one ? (
              <label className={TICKED}>
                <input
                  type="checkbox"
                  className="size-6 flex-none accent-link"
                  name={`speaker${at}`}
                  value={one.id}
                  defaultChecked={chosen.some(({ id }) => id === one.id)}
                />
                <Photo {...one} size={32} /> {one.name}
              </label>
            ) : (
              <select
                id={at === rows.length ? "speakers" : undefined}
                className="input"
                name={`speaker${at}`}
                aria-label="Add a speaker"
                aria-describedby={error && "speakers-error"}
                onChange={() => setSpares(Math.max(spares, at - rows.length + 2))}
              >
                <option value="">Add a speaker…</option>
                <Options of={others.map(({ id, name }) => ({ value: String(id), label: name }))} />
              </select>
            )}
            <select
              className="input w-34 flex-none"
              name={`role${at}`}
              aria-label={`Role of ${one?.name ?? "the added speaker"}`}
              defaultValue={one ? roles.get(one.id) : "speaker"}
            >
              <Options of={CONNECTION_ROLES.map((value) => ({ value, label: capitalise(value) }))} />
            </select>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const TICKED =
  "flex min-h-11 min-w-0 items-center gap-2 font-semibold wrap-anywhere has-[input:not(:checked)]:text-muted has-[input:not(:checked)]:line-through lg:min-h-10";
