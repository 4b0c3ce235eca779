import type { DialogSpeaker } from "#app/models/landing/landing.ts";
import type { ConnectionRole } from "#app/vocabulary/program.ts";

type Titles = Pick<DialogSpeaker, "title" | "company">;
type Speaker = Pick<DialogSpeaker, "pronouns"> & { role?: ConnectionRole };

export const PronounsAndRole = ({ speaker: { pronouns, role } }: { speaker: Speaker }) => (
  <>
    {pronouns && <span className="text-base text-muted">{` ${pronouns} `}</span>}
    {role && <span className="badge capitalize">{role}</span>}
  </>
);

export const SpeakerFacts = ({ speaker: { title, company } }: { speaker: Titles }) => (
  <>
    {title && <p>{title}</p>}
    {company && <p className="text-muted">{company}</p>}
  </>
);

export const titleAndCompany = ({ title, company }: Titles) => [title, company].filter(Boolean).join(", ");
