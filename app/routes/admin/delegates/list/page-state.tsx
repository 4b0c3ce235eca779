import { ReturnField } from "#app/components/toast.tsx";

export type PageState = { formId: string; revision: number; latestId: number };

/** Hidden fields that identify the list, so a submission returns to the same list. */
export const PageStateFields = ({ formId, revision, latestId }: PageState) => (
  <>
    <input type="hidden" name="formId" value={formId} />
    <input type="hidden" name="seen" value={revision} />
    <input type="hidden" name="latest" value={latestId} />
    <ReturnField at="delegate" />
  </>
);
