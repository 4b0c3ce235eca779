import { readUploadForm } from "#app/http/form.server.ts";
import {
  CONNECTION_REFUSALS,
  type SessionSpeaker,
  SessionSpeakerInput,
  withSpeakers,
} from "#app/models/connection/connection.server.ts";
import { listChosenSpeakers, SESSION_SPEAKER_FIELD } from "#app/models/connection/fields.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import type { FileForm } from "#app/routes/admin/editable-screen.server.ts";

/** The form of a session and its speakers. A form from before it listed them leaves them as they are. */
export const SESSION_FORM: FileForm = {
  read: (request, names) => readUploadForm(request, names, "", { more: SESSION_SPEAKER_FIELD }),

  prepare: async (form) => {
    const [version, seen = null] = (form.get("seen") ?? "").split(" ");
    if (version && seen === null) return {};
    const known = new Set((await SPEAKERS.list()).map(({ id }) => id));
    const wanted: SessionSpeaker[] = [];
    for (const { id, role } of listChosenSpeakers(Object.fromEntries(form))) {
      const read = SessionSpeakerInput.safeParse({ speakerId: id, role });
      if (!read.success || !known.has(id)) return refuse("noSpeaker");
      if (wanted.some(({ speakerId }) => speakerId === id)) return refuse("connected");
      wanted.push(read.data);
    }
    return { beside: withSpeakers(wanted, seen) };
  },
};

const refuse = (reason: "noSpeaker" | "connected") => ({
  fieldErrors: { speakers: [CONNECTION_REFUSALS[reason].message] },
});
