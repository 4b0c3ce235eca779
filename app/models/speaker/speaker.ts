import type { JsonOf } from "#app/models/editable/fields.ts";
import type { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { groupBy } from "#app/platform/group-by.ts";

/** A speaker as the JSON calls show it. */
export type SpeakerJson = JsonOf<typeof SPEAKER_FIELDS>;

/** Among whom the landing page shows a speaker, and among whom they are put in order: the featured, or their category. */
export const lineUpOf = ({ featured, category }: Pick<SpeakerJson, "featured" | "category">) =>
  featured ? "featured" : category;

/** The first letters of the first and the last word of a name, for where no portrait is shown. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase()).join("");
}

/** Who speaks in each session, by its id, in the order of the speakers. */
export function speakersBySession<Speaker extends { id: number }>(
  speakers: readonly Speaker[],
  connections: readonly { speakerId: number; programSessionId: number }[],
): Map<number, Speaker[]> {
  const links = groupBy(connections, ({ speakerId }) => speakerId);
  const pairs = speakers.flatMap((speaker) =>
    (links.get(speaker.id) ?? []).map(({ programSessionId }) => ({ programSessionId, speaker })),
  );
  const groups = groupBy(pairs, ({ programSessionId }) => programSessionId);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ speaker }) => speaker)]));
}
