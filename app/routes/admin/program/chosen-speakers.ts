/** A speaker in a session's form. The form's fields are `speaker0`, `role0`, `speaker1` and so on. */
export type ChosenSpeaker = { id: number; role: string };

export const SPEAKER_FIELDS_IN_FORM = /^(speaker|role)\d{1,3}$/;

export const listChosenSpeakers = (form: Record<string, string>): ChosenSpeaker[] =>
  Object.entries(form).flatMap(([name, id]) => {
    const isChosen = name.startsWith("speaker") && SPEAKER_FIELDS_IN_FORM.test(name) && id !== "";
    return isChosen ? [{ id: Number(id), role: form[name.replace("speaker", "role")] ?? "" }] : [];
  });
