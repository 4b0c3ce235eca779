import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { runOrLogError } from "#app/http/admin-action.server.ts";
import { newFormIdWithoutWait, readForm, readFormId } from "#app/http/form.server.ts";
import { WalkInInput } from "#app/models/delegate/input.server.ts";
import { createWalkIn } from "#app/models/delegate/walk-in.server.ts";
import { redirectToDoor, toDoorPerson } from "#app/routes/admin/delegates/door/door.server.ts";
import { FAILURE_MESSAGES, refuseWalkIn } from "#app/routes/admin/delegates/failures.ts";
import { readShownStatuses } from "#app/vocabulary/delegate-status.ts";
import { formatReference, REGISTRATION_FIELDS } from "#app/vocabulary/registration.ts";

/** Converts the check-in query to an email address or, unless it contains a digit, to a name. */
export function answersFromQuery(query: string): Record<string, string> {
  const text = query.trim().slice(0, 200);
  if (text.includes("@")) return { email: text };
  return /\d/.test(text) ? {} : { name: text };
}

export async function addWalkIn(request: Request, actor: string, isHelper: boolean) {
  const form = await readForm(request, ["formId", "seen", ...REGISTRATION_FIELDS]);
  const formId = readFormId(form);
  const submission = parseWithZod(form, { schema: WalkInInput });
  if (submission.status !== "success") return refuseInvalid(submission.reply(), formId);

  const seen = readShownStatuses((form.get("seen") ?? "").split(",")).map(({ id }) => id);
  const added = await runOrLogError(() =>
    createWalkIn(submission.value, actor, { formId, seen, byEmail: !isHelper }),
  );
  const refuse = (status: number, problem: string) =>
    refuseWalkIn(status, { result: submission.reply({ formErrors: [problem] }), formId });
  if (!added) return refuse(500, FAILURE_MESSAGES["walk-in"]);
  if (added.value.ok) {
    const { id, name, reference } = added.value.delegate;
    return redirectToDoor(id, {
      message: `${name} was added and checked in`,
      description: `Reference ${formatReference(reference)}`,
    });
  }
  if (added.value.reason === "known") {
    const known = added.value.known.map((one) => toDoorPerson(one));
    return refuseWalkIn(409, { result: submission.reply({ formErrors: [KNOWN] }), formId, known });
  }
  const result = submission.reply({ formErrors: [FORM_USED] });
  return refuseWalkIn(409, { result, formId: newFormIdWithoutWait() });
}

function refuseInvalid(result: SubmissionResult, formId: string) {
  const isMissing = Object.values(result.error ?? {}).some((messages) => messages?.includes("Required"));
  const description = isMissing ? "Please fill in all required fields." : "Some answers need fixing.";
  return refuseWalkIn(422, { result, formId, message: "Validation Error", description });
}

const KNOWN =
  "Someone with this name or email address is already registered. If this is someone else, add them anyway.";
const FORM_USED =
  "This form was already used to add someone. If these details are for another person, choose Add and check in again.";
