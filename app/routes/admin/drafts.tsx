import { Badge } from "#app/components/buttons-and-badge.tsx";
import { HiddenFields, ReturnField, RowForm } from "#app/components/toast.tsx";

type PublishProps = { drafts: readonly number[]; formId: string; children: React.ReactNode };

const Publish = ({ drafts, formId, children }: PublishProps) => (
  // The action is explicit, because the page's URL may still be that of a dialog.
  <RowForm action="." className="relative z-1">
    <HiddenFields formId={formId} drafts={drafts.join()} />
    {drafts.length === 1 && <ReturnField at="edit" />}
    <button type="submit" name="intent" value="publish" className="small-button">
      {children}
    </button>
  </RowForm>
);

/** Beside the name of an item that only organisers see. */
export const DraftMark = ({ id, name, formId }: { id: number; name: string; formId: string }) => (
  <span className="flex flex-wrap items-center gap-2">
    <Badge tone="grey">Draft</Badge>
    <Publish drafts={[id]} formId={formId}>
      Publish<span className="sr-only"> {name}</span>
    </Publish>
  </span>
);

/** Above a list with several drafts. */
export const PublishAll = ({ drafts, formId }: Omit<PublishProps, "children">) =>
  drafts.length > 1 && (
    <div className="mb-4">
      <Publish drafts={drafts} formId={formId}>{`Publish all ${drafts.length} drafts`}</Publish>
    </div>
  );
