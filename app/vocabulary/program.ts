import { conference } from "#app/conference/conference.ts";
import { capitalise } from "#app/platform/text.ts";

/** Id in the conference file. Stored rows may have ids that the file no longer contains. */
export type Track = string;

/** Track ids in program order (specification, 2 and 9). */
export const TRACKS: readonly Track[] = conference.tracks.map(({ id }) => id);
const findTrack = (id: Track) => conference.tracks.find((track) => track.id === id);

export const trackName = (id: Track): string => findTrack(id)?.name ?? id;
/** Returns the short name for badges and headings (specification, 2). */
export const shortTrack = (id: Track): string => findTrack(id)?.short ?? id;
/** Returns the heading of the track's column in the program (specification, 2). */
export const streamName = (id: Track): string => findTrack(id)?.column ?? id;

/** Returns the heading above the track's speakers on the landing page (specification, 2). */
export const lineUpHeading = (id: Track): string => findTrack(id)?.group ?? id;

export const roomOf = ({ room, track }: { room?: string | null; track: Track | null }): string | null =>
  room ?? (track === null ? null : (findTrack(track)?.room ?? null));

/** Returns the tracks in use, in program order, with unknown ids last. */
export function tracksIn(ids: Iterable<Track | null>): Track[] {
  const used = new Set(ids);
  used.delete(null);
  return [...TRACKS.filter((id) => used.delete(id)), ...(used as Set<Track>)];
}

/** Returns form options. Includes the current id even if the conference file lacks it. */
export const trackOptions = (current?: Track | null) =>
  [...TRACKS, ...(current && current !== "none" && !findTrack(current) ? [current] : [])].map((value) => ({
    value,
    label: trackName(value),
  }));

export const SESSION_TYPES: readonly string[] = conference.types.map(({ id }) => id);
const findType = (id: string) => conference.types.find((type) => type.id === id);

/** Unknown types get a default style (specification, 3). */
export const isKnownType = (id: string): boolean => findType(id) !== undefined;
export const typeName = (id: string): string => findType(id)?.name ?? capitalise(id);
export const typeTone = (id: string) => findType(id)?.tone ?? "grey";
export const isBreak = (id: string): boolean => findType(id)?.isBreak ?? false;
export const needsSpeakers = (id: string): boolean | null => findType(id)?.needsSpeakers ?? null;
export const BREAKS: readonly string[] = SESSION_TYPES.filter(isBreak);

/** Roles of a speaker; 'speaker' by default (specification, 3). */
export const CONNECTION_ROLES = ["speaker", "moderator", "panelist"] as const;
export type ConnectionRole = (typeof CONNECTION_ROLES)[number];

export const PROGRAM_SESSION_STATUSES = ["scheduled", "cancelled"] as const;
export const isCancelled = ({ status }: { status?: string }): boolean => status === "cancelled";

export type NamedLink = { label: string; href: string };
