import { href } from "react-router";
import { ItemActions, MoveActions } from "#app/components/admin/item-actions.tsx";
import { Portrait } from "#app/components/portrait.tsx";
import { AfterName, SpeakerFacts } from "#app/components/speaker-facts.tsx";
import { type Position, positionIn } from "#app/models/editable/order.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import { lineUpOf, type SpeakerJson } from "#app/models/speaker/speaker.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { TextLink } from "#app/routes/admin/parts.tsx";
import { shortTrack, tracksIn } from "#app/vocabulary/program.ts";

type SpeakerGroupsProps = {
  speakers: SpeakerJson[];
  histories: Record<number, HistoryEntry[]>;
  formId: string;
};

/** Speakers by category, each group headed like 'B2C Speakers (n)' (specification, 2). */
export function SpeakerGroups({ speakers, histories, formId }: SpeakerGroupsProps) {
  if (speakers.length === 0)
    return (
      <p>
        No speakers yet. <TextLink to={`${href("/admin/speakers")}?add=`}>Add the first speaker</TextLink>; a
        photo can follow later.
      </p>
    );
  const lineUps = groupBy(speakers, lineUpOf);
  const positionOf = (speaker: SpeakerJson) => positionIn(lineUps.get(lineUpOf(speaker)) ?? [], speaker);
  const featured = lineUps.get("featured") ?? [];
  const moveOf = (speaker: SpeakerJson) =>
    speaker.featured ? (
      featured.length > 1 && (
        <a href="#featured-order" className="small-button">
          Order of featured speakers<span className="sr-only">, with {speaker.name}</span>
        </a>
      )
    ) : (
      <MoveActions id={speaker.id} name={speaker.name} formId={formId} position={positionOf(speaker)} />
    );
  return (
    <>
      {tracksIn(speakers.map(({ category }) => category)).map((category) => {
        const isHere = (speaker: SpeakerJson) => speaker.category === category;
        const group = [...featured.filter(isHere), ...(lineUps.get(category) ?? [])];
        if (group.length === 0) return null;
        return (
          <section key={category} className="mb-12">
            <h2 className="border-ink border-t-3 pt-3 text-2xl">
              {`${shortTrack(category)} Speakers (${group.length})`.trim()}
            </h2>
            <ul className="reordered mt-4 grid max-w-4xl gap-4">
              {group.map((speaker) => (
                <SpeakerCard
                  key={speaker.id}
                  speaker={speaker}
                  history={histories[speaker.id]}
                  order={speaker.featured ? undefined : positionOf(speaker).order}
                  move={moveOf(speaker)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <FeaturedOrder featured={featured} formId={formId} positionOf={positionOf} />
    </>
  );
}

type FeaturedOrderProps = {
  featured: SpeakerJson[];
  formId: string;
  positionOf: (speaker: SpeakerJson) => Position;
};

/** The featured of all categories share one row on the landing page. */
function FeaturedOrder({ featured, formId, positionOf }: FeaturedOrderProps) {
  if (featured.length < 2) return null;
  return (
    <section className="mb-12">
      <h2 id="featured-order" tabIndex={-1} className="border-ink border-t-3 pt-3 text-2xl">
        Order of featured speakers
      </h2>
      <p className="mt-1 text-base">
        Visitors see them before all others, in this order, whatever their category.
      </p>
      <ol className="reordered mt-4 grid max-w-4xl gap-4">
        {featured.map((speaker) => (
          <li
            key={speaker.id}
            className="card flex flex-wrap items-start justify-between gap-2"
            data-tone="grey"
            data-order={positionOf(speaker).order}
          >
            <h3 className="wrap-anywhere text-xl">{speaker.name}</h3>
            <div className="flex flex-wrap items-start gap-2">
              <MoveActions
                {...{ formId }}
                id={speaker.id}
                name={speaker.name}
                position={positionOf(speaker)}
              />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

type SpeakerCardProps = {
  speaker: SpeakerJson;
  history: HistoryEntry[] | undefined;
  order: string | undefined;
  move: React.ReactNode;
};

function SpeakerCard({ speaker, history, order, move }: SpeakerCardProps) {
  const { id, name, bio, imageUrl, featured } = speaker;
  return (
    <li className="card grid grid-cols-[auto_1fr] items-start gap-x-4" data-tone="grey" data-order={order}>
      <div className="sm:row-span-2">
        <Portrait name={name} imageUrl={imageUrl} size={96} />
      </div>
      <div className="wrap-anywhere text-base">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="text-xl">{name}</h3>
          <AfterName speaker={speaker} />
          {featured && (
            <span className="badge" data-tone="yellow">
              Featured
            </span>
          )}
        </div>
        <SpeakerFacts speaker={speaker} />
        {bio && <p className="mt-2 line-clamp-3">{bio}</p>}
      </div>
      <div className="col-span-2 sm:col-span-1">
        <ItemActions id={id} name={name} history={history}>
          {move}
        </ItemActions>
      </div>
    </li>
  );
}
