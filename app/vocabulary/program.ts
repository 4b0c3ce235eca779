/** The order of the tracks is that of their streams in the program (specification, 2 and 9). */
export const TRACKS = ["b2c", "b2b", "tech", "media"] as const;
export type Track = (typeof TRACKS)[number];

/** Specification, 3. */
export const TRACK_NAMES: Record<Track, string> = {
  b2c: "Consumer & Mass Media",
  b2b: "Business Media",
  tech: "Technology",
  media: "Media Professional Development",
};

/** Specification, 2. */
export const STREAM_NAMES: Record<Track, string> = {
  b2c: "B2C Stream",
  b2b: "B2B Stream",
  tech: "Tech Stream",
  media: "Media Stream",
};

export const TRACK_OPTIONS = TRACKS.map((value) => ({ value, label: TRACK_NAMES[value] }));

/** These session types have a style of their own; any other value gets a default (specification, 3). */
export const SESSION_TYPES = ["keynote", "panel", "workshop", "networking"] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

export const knownSessionType = (type: string): SessionType | "other" =>
  SESSION_TYPES.find((known) => known === type) ?? "other";

/** A speaker unless said otherwise (specification, 3). */
export const CONNECTION_ROLES = ["speaker", "moderator", "panelist"] as const;
export type ConnectionRole = (typeof CONNECTION_ROLES)[number];
