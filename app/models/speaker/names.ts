import type { LandingData } from "#app/models/landing/landing.ts";
import { groupBy } from "#app/platform/group-by.ts";

type SpeakerName = Pick<LandingData["speakers"][number], "id" | "name">;
export type SpeakerNames = Map<number, SpeakerName[]>;

/** Who speaks in each session, by its id, in the order of the speakers. */
export function speakerNames({
  speakers,
  connections,
}: {
  speakers: SpeakerName[];
  connections: LandingData["connections"];
}): SpeakerNames {
  const links = groupBy(connections, ({ speakerId }) => speakerId);
  const pairs = speakers.flatMap(({ id, name }) =>
    (links.get(id) ?? []).map(({ programSessionId }) => ({ programSessionId, speaker: { id, name } })),
  );
  const groups = groupBy(pairs, ({ programSessionId }) => programSessionId);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ speaker }) => speaker)]));
}
