import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { errorToast } from "#app/http/refusal.ts";
import type { DoorPerson } from "#app/routes/admin/delegates/door/door.server.ts";

/** The form of a walk-in again, with what was typed, what is wrong with it, and who is `known` already. */
export const refuseWalkIn = (
  status: number,
  {
    result,
    formId,
    known = [],
    message = "Error",
    description = "No one was added.",
  }: {
    result: SubmissionResult;
    formId: string;
    known?: DoorPerson[];
    message?: string;
    description?: string;
  },
) => data({ result, formId, known, ...errorToast(description, message) }, { status });
