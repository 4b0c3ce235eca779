/** The session types that have a style of their own; any other value gets a default (specification, 3). */
export const SESSION_TYPES = ["keynote", "panel", "workshop", "networking"] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

/** The type if it is one of these, else 'other'. */
export const knownSessionType = (type: string): SessionType | "other" =>
  SESSION_TYPES.find((known) => known === type) ?? "other";
