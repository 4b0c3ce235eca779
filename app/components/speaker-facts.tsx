import type { DialogSpeaker } from "#app/models/landing/landing.ts";
import type { ConnectionRole } from "#app/vocabulary/program.ts";

type Speaker = Omit<DialogSpeaker, "id" | "name" | "bio" | "imageUrl"> & { role?: ConnectionRole };

/** After a speaker's name, in the same line: pronouns, and in a session the role there. */
export const AfterName = ({ speaker: { pronouns, role } }: { speaker: Speaker }) => (
  <>
    {pronouns && <span className="text-base text-muted">{` ${pronouns} `}</span>}
    {role && <span className="badge capitalize">{role}</span>}
  </>
);

/** Below the name. */
export const SpeakerFacts = ({ speaker: { title, company } }: { speaker: Speaker }) => (
  <>
    <p>{title}</p>
    {company && <p className="text-muted">{company}</p>}
  </>
);

/** The same in one line. */
export const speakerLine = ({ title, company }: Speaker): string =>
  [title, company].filter(Boolean).join(", ");
