import { href } from "react-router";
import { type ItemRow, rowClass } from "#app/components/admin/deleted-rows.ts";
import { EmptyState } from "#app/components/admin/fallback-pages.tsx";
import { ItemActions, MoveActions } from "#app/components/admin/item-actions.tsx";
import { matchesQuery } from "#app/components/admin/list-search.tsx";
import { DragHandle } from "#app/components/admin/reorder-form.tsx";
import { Badge } from "#app/components/buttons-and-badge.tsx";
import { Photo } from "#app/components/photo.tsx";
import { PronounsAndRole, titleAndCompany } from "#app/components/speaker-facts.tsx";
import { getPosition, type ListPosition } from "#app/models/editable/order.ts";
import { getSpeakerGroup, type SpeakerJson } from "#app/models/speaker/speaker.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { DraftMark } from "#app/routes/admin/drafts.tsx";
import { ButtonLink, LIST_HEADING, SmallLink } from "#app/routes/admin/ui-elements.tsx";
import { listUsedTracks, shortTrackName } from "#app/vocabulary/program.ts";

type SpeakerRow = ItemRow<SpeakerJson & { isProposing: boolean; isDraft: boolean }>;
export type SpeakerGroup = { id: string; title: string; rows: SpeakerRow[] };

/** Groups speakers by category, with headings such as 'B2C Speakers (n)' (specification, section 2). */
export function groupSpeakers(rows: SpeakerRow[], q: string): SpeakerGroup[] {
  const isFound = ({ name, title, company }: SpeakerRow) => matchesQuery(q, name, title, company);
  return listUsedTracks(rows.map(({ category }) => category)).flatMap((category) => {
    const group = rows.filter((speaker) => speaker.category === category);
    const count = group.filter(({ removal }) => removal === null).length;
    const found = group.filter(isFound);
    return found.length === 0
      ? []
      : {
          id: `speakers-${category}`,
          title: `${shortTrackName(category)} Speakers (${count})`.trim(),
          rows: [...found.filter(({ featured }) => featured), ...found.filter(({ featured }) => !featured)],
        };
  });
}

type SpeakerGroupsProps = {
  groups: SpeakerGroup[];
  rows: SpeakerRow[];
  /** False for a filtered list, which has no positions, and for a page. */
  isWhole: boolean;
  formId: string;
};

export function SpeakerGroups({ groups, rows, isWhole, formId }: SpeakerGroupsProps) {
  if (rows.length === 0)
    return (
      <EmptyState
        title="No speakers yet"
        text="Get started by adding your first speaker. A photo can follow later."
      >
        <ButtonLink to={`${href("/admin/speakers")}?add=`}>Add the first speaker</ButtonLink>
        <SmallLink to={`${href("/admin/speakers")}/import`}>Import speakers</SmallLink>
      </EmptyState>
    );
  const lineUps = groupBy(
    rows.filter(({ removal }) => removal === null),
    getSpeakerGroup,
  );
  return groups.map(({ id, title, rows: group }) => (
    <section key={id} className="not-first:mt-6">
      <h2 id={id} tabIndex={-1} className={LIST_HEADING}>
        {title}
      </h2>
      <ul className="rows">
        {group.map((speaker) => (
          <SpeakerItem
            key={speaker.id}
            speaker={speaker}
            formId={formId}
            position={getPosition(lineUps.get(getSpeakerGroup(speaker)) ?? [], speaker)}
            isDraggable={isWhole}
          />
        ))}
      </ul>
    </section>
  ));
}

type SpeakerItemProps = {
  speaker: SpeakerRow;
  formId: string;
  position: ListPosition;
  isDraggable: boolean;
};

function SpeakerItem({ speaker, formId, position, isDraggable }: SpeakerItemProps) {
  const { id, name, bio, imageUrl, featured, isProposing, isDraft, removal } = speaker;
  // Featured speakers share one order, but are listed in several groups, so they are not dragged.
  const isMovable = !featured && removal === null;
  return (
    <li
      data-row
      className={rowClass(speaker)}
      data-tone="grey"
      data-order={isMovable ? position.order : undefined}
    >
      {isMovable && isDraggable && position.places > 1 && <DragHandle id={id} order={position.order} />}
      <div className="flex gap-3">
        <Photo name={name} imageUrl={imageUrl} size={48} />
        <div>
          <div className="flex flex-wrap items-baseline gap-x-2">
            <h3 className="text-base leading-tight max-lg:underline">{name}</h3>
            <PronounsAndRole speaker={speaker} />
            {featured && <Badge tone="yellow">Featured</Badge>}
            {isProposing && (
              <a href={`#proposal-${id}`} className="badge" data-tone="blue">
                Proposes changes
              </a>
            )}
            {isDraft && !removal && <DraftMark {...{ id, name, formId }} />}
          </div>
          <p>{titleAndCompany(speaker)}</p>
        </div>
      </div>
      <p className="col-start-1 self-start lg:col-start-auto line-clamp-3">{bio}</p>
      <ItemActions {...{ id, name, removal, formId }} screen={href("/admin/speakers")}>
        {featured && position.places > 1 && (
          <p>Visitors see featured speakers first, in an order of their own.</p>
        )}
        <MoveActions {...{ id, name, formId, position }} />
      </ItemActions>
    </li>
  );
}
