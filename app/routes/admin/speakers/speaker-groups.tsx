import { href, Link } from "react-router";
import { ItemActions } from "#app/components/admin/item-actions.tsx";
import { Portrait } from "#app/components/portrait.tsx";
import { type Position, positionIn } from "#app/models/editable/order.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";
import { capitalise } from "#app/platform/capitalise.ts";
import { TRACKS } from "#app/vocabulary/track.ts";

/** Speakers by category, each group headed like 'B2C Speakers (n)' (specification, 2). */
export function SpeakerGroups({
  speakers,
  histories,
  formId,
}: {
  speakers: SpeakerJson[];
  histories: Record<number, HistoryEntry[]>;
  formId: string;
}) {
  if (speakers.length === 0)
    return (
      <p>
        No speakers yet.{" "}
        <Link to={`${href("/admin/speakers")}?add=`} className="text-link">
          Add the first speaker
        </Link>
        ; a photo can follow later.
      </p>
    );
  return TRACKS.map((category) => {
    const group = speakers.filter((speaker) => speaker.category === category);
    if (group.length === 0) return null;
    const name = category === "b2c" || category === "b2b" ? category.toUpperCase() : capitalise(category);
    return (
      <section key={category} className="mb-12">
        <h2 className="border-ink border-t-3 pt-3 text-2xl">
          {name} Speakers ({group.length})
        </h2>
        <ul className="reordered mt-4 grid max-w-4xl gap-4">
          {group.map((speaker) => (
            <SpeakerCard
              key={speaker.id}
              speaker={speaker}
              history={histories[speaker.id]}
              formId={formId}
              position={positionIn(group, speaker)}
            />
          ))}
        </ul>
      </section>
    );
  });
}

function SpeakerCard({
  speaker,
  history,
  formId,
  position,
}: {
  speaker: SpeakerJson;
  history: HistoryEntry[] | undefined;
  formId: string;
  position: Position;
}) {
  const { id, name, title, company, bio, imageUrl, featured } = speaker;
  return (
    <li
      className="card grid grid-cols-[auto_1fr] items-start gap-x-4"
      data-tone="grey"
      data-order={position.order}
    >
      <div className="sm:row-span-2">
        <Portrait name={name} imageUrl={imageUrl} size={96} />
      </div>
      <div>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="wrap-anywhere text-xl">{name}</h3>
          {featured && (
            <span className="badge" data-tone="yellow">
              Featured
            </span>
          )}
        </div>
        <p className="wrap-anywhere text-base">{title}</p>
        <p className="wrap-anywhere text-base text-muted">{company}</p>
        {bio && <p className="wrap-anywhere mt-2 line-clamp-3 text-base">{bio}</p>}
      </div>
      <div className="col-span-2 sm:col-span-1">
        <ItemActions id={id} name={name} history={history} formId={formId} position={position} />
      </div>
    </li>
  );
}
