import type { JsonOf } from "#app/models/editable/fields.ts";
import type { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { groupBy } from "#app/platform/group-by.ts";

export type SpeakerJson = JsonOf<typeof SPEAKER_FIELDS>;

/** Returns the speaker's group on the landing page: 'featured' or the category. */
export const getSpeakerGroup = ({ featured, category }: Pick<SpeakerJson, "featured" | "category">) =>
  featured ? "featured" : category;

export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase()).join("");
}

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
