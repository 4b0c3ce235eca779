import { conference } from "#app/conference/conference.ts";
import { capitalise } from "#app/platform/text.ts";

/** Id in the conference file. Stored rows may have ids that the file no longer contains. */
export type Track = string;

/** Track ids in program order (specification, sections 2 and 9). */
export const TRACKS: readonly Track[] = conference.tracks.map(({ id }) => id);
const findTrack = (id: Track) => conference.tracks.find((track) => track.id === id);

export const trackName = (id: Track): string => findTrack(id)?.name ?? id;
/** Returns the short name for badges and headings (specification, section 2). */
export const shortTrackName = (id: Track): string => findTrack(id)?.short ?? id;
/** Returns the heading of the track's column in the program (specification, section 2). */
export const trackColumnHeading = (id: Track): string => findTrack(id)?.column ?? id;

/** Returns the heading above a track's speakers on the landing page (specification, section 2). */
export const trackSpeakersHeading = (id: Track): string => findTrack(id)?.group ?? id;

export const getRoom = ({ room, track }: { room?: string | null; track: Track | null }): string | null =>
  room ?? (track === null ? null : (findTrack(track)?.room ?? null));

/** Returns the tracks in use, in program order, with unknown ids last. */
export function listUsedTracks(ids: Iterable<Track | null>): Track[] {
  const used = new Set(ids);
  used.delete(null);
  return [...TRACKS.filter((id) => used.delete(id)), ...(used as Set<Track>)];
}

/** Returns form options. Includes the current track even if the conference file lacks it. */
export const trackOptions = (current?: Track | null) =>
  [...TRACKS, ...(current && current !== "none" && !findTrack(current) ? [current] : [])].map((value) => ({
    value,
    label: trackName(value),
  }));

export const SESSION_TYPES: readonly string[] = conference.types.map(({ id }) => id);
const findType = (id: string) => conference.types.find((type) => type.id === id);

/** Unknown types get a default style (specification, section 3). */
export const isKnownSessionType = (id: string): boolean => findType(id) !== undefined;
export const sessionTypeName = (id: string): string => findType(id)?.name ?? capitalise(id);
export const sessionTypeTone = (id: string) => findType(id)?.tone ?? "grey";
export const isBreak = (id: string): boolean => findType(id)?.isBreak ?? false;
export const needsSpeakers = (id: string): boolean | null => findType(id)?.needsSpeakers ?? null;
export const BREAK_TYPES: readonly string[] = SESSION_TYPES.filter(isBreak);

/** A speaker's roles in a session. The default is 'speaker' (specification, section 3). */
export const CONNECTION_ROLES = ["speaker", "moderator", "panelist"] as const;
export type ConnectionRole = (typeof CONNECTION_ROLES)[number];

export const PROGRAM_SESSION_STATUSES = ["scheduled", "cancelled", "draft"] as const;
export const isCancelled = ({ status }: { status?: string }): boolean => status === "cancelled";

export type NamedLink = { label: string; href: string };
