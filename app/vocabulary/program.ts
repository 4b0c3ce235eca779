// The words of the program: tracks, session types, and what a speaker does in a session.
import { conference } from "#app/conference/conference.ts";
import { capitalise } from "#app/platform/text.ts";

/** An id of the conference file. A row may name one that the file no longer has. */
export type Track = string;

/** In program order (specification, 2 and 9). */
export const TRACKS: readonly Track[] = conference.tracks.map(({ id }) => id);
const findTrack = (id: Track) => conference.tracks.find((track) => track.id === id);

/** Specification, 3. */
export const trackName = (id: Track): string => findTrack(id)?.name ?? id;
/** In badges and headings (specification, 2). */
export const shortTrack = (id: Track): string => findTrack(id)?.short ?? id;
/** The head of its column in the program (specification, 2). */
export const streamName = (id: Track): string => findTrack(id)?.column ?? id;

/** Above its speakers on the landing page (specification, 2); none above those without a track. */
export const lineUpHeading = (id: Track): string => findTrack(id)?.group ?? id;

/** A session's own room, or its track's. */
export const roomOf = ({ room, track }: { room?: string | null; track: Track | null }): string | null =>
  room ?? (track === null ? null : (findTrack(track)?.room ?? null));

/** Those in use, in program order; unknown ids come last. */
export function tracksIn(ids: Iterable<Track | null>): Track[] {
  const used = new Set(ids);
  used.delete(null);
  return [...TRACKS.filter((id) => used.delete(id)), ...(used as Set<Track>)];
}

/** The options of a form, with a current id that the file no longer has. */
export const trackOptions = (current?: Track | null) =>
  [...TRACKS, ...(current && current !== "none" && !findTrack(current) ? [current] : [])].map((value) => ({
    value,
    label: trackName(value),
  }));

export const SESSION_TYPES: readonly string[] = conference.types.map(({ id }) => id);
const findType = (id: string) => conference.types.find((type) => type.id === id);

/** Any other type gets a default style (specification, 3). */
export const isKnownType = (id: string): boolean => findType(id) !== undefined;
export const typeName = (id: string): string => findType(id)?.name ?? capitalise(id);
export const typeTone = (id: string) => findType(id)?.tone ?? "grey";
export const isBreak = (id: string): boolean => findType(id)?.isBreak ?? false;
/** Null for an unknown type. */
export const needsSpeakers = (id: string): boolean | null => findType(id)?.needsSpeakers ?? null;
export const BREAKS: readonly string[] = SESSION_TYPES.filter(isBreak);

/** A speaker unless another role is named (specification, 3). */
export const CONNECTION_ROLES = ["speaker", "moderator", "panelist"] as const;
export type ConnectionRole = (typeof CONNECTION_ROLES)[number];

export const PROGRAM_SESSION_STATUSES = ["scheduled", "cancelled"] as const;
/** Struck through wherever it is listed; it clashes with nothing. */
export const isCancelled = ({ status }: { status?: string }): boolean => status === "cancelled";

/** Slides, a recording, a profile elsewhere. */
export type NamedLink = { label: string; href: string };
