import { Fragment } from "react";
import type { OpenForm } from "#app/components/admin/dialogs.tsx";
import { ImagePreview } from "#app/components/admin/image-field.tsx";
import { CheckboxField, EMAIL_INPUT, SelectField, TextField } from "#app/components/form/field.tsx";
import {
  type Field,
  type Fields,
  fieldText,
  isWaived,
  listFormFields,
  mapFields,
} from "#app/models/editable/fields.ts";
import { capitalise } from "#app/platform/text.ts";
import { trackName, trackOptions } from "#app/vocabulary/program.ts";

/** Renders the inputs in the order of `fields`. Inputs in `own` replace the defaults. */
export function FormFields<Name extends string>({
  form: { field, refused },
  fields,
  own,
}: {
  form: Pick<OpenForm<unknown, Name>, "field" | "refused">;
  fields: Record<Name, Field>;
  own: { [One in Name]?: React.ReactNode };
}) {
  const names = listFormFields(fields).flatMap(([name, { shown }]) =>
    shown === "files" ? [] : [name as Name],
  );
  const first = refused?.result === undefined && names.find((name) => fields[name].kind === "line");
  return names.map((name) => (
    <Fragment key={name}>{own[name] ?? byKind(fields[name], field(name), name === first)}</Fragment>
  ));
}

type Control = { id: string; name: string; label: string; error?: string; defaultValue: string | undefined };

function byKind(field: Field, control: Control, autoFocus: boolean) {
  const { kind, label } = field;
  const isOptional = field.isOptional || isWaived(field);
  if (kind === "line") return <TextField {...control} isOptional={isOptional} autoFocus={autoFocus} />;
  if (kind === "text") return <TextField {...control} isOptional rows={6} />;
  if (kind === "email") return <TextField {...control} {...EMAIL_INPUT} isOptional />;
  if (kind === "links") return <TextField {...control} isOptional hint={LINKS_HINT} rows={2} />;
  if (kind === "tags") return <TextField {...control} isOptional hint={TAGS_HINT} />;
  if (kind === "choice") return <SelectField {...control} options={field.choices.map(wordOption)} />;
  if (kind === "yesNo") return <CheckboxField {...control} />;
  const choose = { value: "", label: `Choose a ${label.toLowerCase()}` };
  return (
    kind === "track" && <SelectField {...control} options={[choose, ...trackOptions(control.defaultValue)]} />
  );
}

const LINKS_HINT = "One per line: Slides https://example.com";
const TAGS_HINT = "For example: Japanese, Beginner";
const wordOption = (value: string) => ({ value, label: capitalise(value) });

/** Returns the initial values of the form. An empty image field keeps the stored image. */
export const initialFormValues = (fields: Fields, item: Record<string, unknown>) =>
  mapFields(fields, ({ kind }, name) => {
    if (kind === "image") return "";
    if (kind === "yesNo") return item[name] ? "on" : "";
    return fieldText(item[name] ?? (kind === "track" ? "none" : ""));
  });

export const displayValues = (fields: Fields, item: Record<string, unknown>) =>
  mapFields(fields, ({ kind }, name): React.ReactNode => {
    const value = item[name];
    if (!value) return null;
    if (kind === "track") return trackName(String(value));
    if (kind === "image") return <ImagePreview url={String(value)} alt="Saved image" />;
    return kind === "yesNo" ? "yes" : fieldText(value);
  });
