import { Moment } from "#app/components/admin/moment.tsx";
import { UndoButton } from "#app/components/toast.tsx";
import type { UndoableCorrection } from "#app/models/delegate/correction.ts";

/** The last correction while it can be undone, after the toast that offered it has gone. */
export function LastCorrection({
  correction: { id, actor, isOtherPerson, until },
  screen,
  formId,
  heir,
}: {
  correction: UndoableCorrection;
  screen: string;
  formId: string;
  /** The id of what gets the focus once this is gone: what is as it was, and not what stands below. */
  heir: string;
}) {
  return (
    <section
      aria-label="Last correction"
      data-heir={heir}
      className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4"
      data-tone="grey"
    >
      <p className="wrap-anywhere min-w-0 text-base">
        {actor} {isOtherPerson ? "passed this registration on" : "corrected this registration"}. This can be
        undone until <Moment at={until} isToday />.
      </p>
      <UndoButton screen={screen} of="correction" id={String(id)} formId={formId} />
    </section>
  );
}
