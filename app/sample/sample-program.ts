// All people and companies are fictitious.
import program from "#app/sample/sample-program.json" with { type: "json" };
import type { ConnectionRole, Track } from "#app/vocabulary/program.ts";

type SampleSpeaker = {
  slug: string;
  name: string;
  title: string;
  company: string;
  bio: string;
  category: Track;
  featured?: true;
  /** False for the one speaker shown with initials instead of a photo. */
  hasPhoto?: false;
};

export const samplePhoto = ({ slug, hasPhoto }: SampleSpeaker): string | null =>
  hasPhoto === false ? null : `/portraits/${slug}.svg`;

type SampleSession = {
  title: string;
  time: string;
  type: string;
  track: Track | null;
  description: string;
  speakers: [slug: string, role: ConnectionRole][];
};

export const SAMPLE_SPEAKERS = program.speakers as SampleSpeaker[];
export const SAMPLE_SESSIONS = program.sessions as SampleSession[];
