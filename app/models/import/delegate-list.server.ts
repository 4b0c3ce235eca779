// Checks the rows of an imported delegate list. delegate-import.server.ts then stores them.
import { z } from "zod";
import { finishUndo } from "#app/models/delegate/correct-registration.server.ts";
import { type Delegate, pickAnswers } from "#app/models/delegate/delegate.server.ts";
import {
  type DelegateRow,
  findImportedDelegates,
  writeDelegateList,
} from "#app/models/delegate/delegate-import.server.ts";
import { createAnswersSchema } from "#app/models/delegate/input.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { columnLabel, DELEGATE_COLUMNS, PAID, toImportProblems } from "#app/models/import/columns.server.ts";
import { REFERENCE_NOT_FOUND } from "#app/models/import/import.ts";
import type { Importable, ItemValues } from "#app/models/import/importable.server.ts";
import { KNOWN_HEADINGS } from "#app/models/import/known-headings.ts";
import {
  type DelegateState,
  type DelegateStatus,
  isWithoutPlace,
  LISTED_STATES,
} from "#app/vocabulary/delegate-status.ts";
import { isPaidFor, passName, type RegistrationType } from "#app/vocabulary/pass.ts";
import {
  type Answers,
  answerOf,
  collectAnswers,
  QUESTION_FIELDS,
  type Registration,
} from "#app/vocabulary/registration.ts";

const StatusInput = z.object({ status: z.enum(LISTED_STATES).optional() });

export const DELEGATE_IMPORTABLE: Importable<Delegate> = {
  noun: "delegate",
  path: "delegates",
  columns: DELEGATE_COLUMNS,
  hasMail: true,
  leftByUndo: "delegates who have changed or been active since",

  find: (rows) => {
    const textsOf = (field: string) =>
      rows.flatMap(({ values }) => (values[field] ? [String(values[field])] : []));
    const keys = rows.map(({ key }) => key);
    return findImportedDelegates(keys, textsOf("email"), textsOf("externalId"));
  },
  keyOf: ({ reference }) => reference,
  // Accepts spaces and hyphens: A1B2C 3D4E5.
  readKey: (cell) => cell.replace(/[\s-]/g, "").toUpperCase(),
  isKey: (cell) => /^([\dA-F]{10})?$/i.test(cell.replace(/[\s-]/g, "")),
  nameOf: ({ name }) => String(name),

  /** Checks the answers with the form's schema; `refuse` checks the status. */
  read: async ({ status, externalId, paidAt, ...answers }, current) => {
    const isListed = status === "waiting" && current !== undefined && isWithoutPlace(placeOf(current));
    const said = StatusInput.safeParse({ status: isListed ? current.status : status });
    const isAboutAnswers = current === undefined || Object.keys(answers).length > 0;
    const before: Partial<Registration> = current === undefined ? {} : pickAnswers(current);
    const { answers: own, ...others } = collectAnswers(answers);
    const given = { ...before, ...others, answers: { ...before.answers, ...own } };
    const parsed = isAboutAnswers ? await createAnswersSchema(before).safeParseAsync(given) : null;
    const problems = [parsed?.error, said.error].flatMap((error) =>
      toImportProblems(DELEGATE_COLUMNS, error),
    );
    if (problems.length > 0) return { ok: false, problems };
    const isSaid =
      paidAt !== undefined && isPaidFor(parsed?.data?.registrationType ?? current?.registrationType ?? "");
    return {
      ok: true,
      values: {
        ...parsed?.data,
        ...(isSaid && paidAt !== Boolean(current?.paidAt) ? { paidAt } : {}),
        ...(said.data?.status === undefined ? {} : said.data),
        ...(externalId === undefined ? {} : { externalId }),
      },
      remarks: [...linkRemark(current?.email, parsed?.data?.email), ...droppedFields(answers, parsed?.data)],
    };
  },

  refuse: (values, current) => {
    const { status, name, email } = values as DelegateRow;
    const problem = statusProblem(status, current?.status);
    if (problem !== null) return [{ column: columnLabel(DELEGATE_COLUMNS, "status"), message: problem }];
    const isOtherName = name !== undefined && name !== current?.name;
    const isOtherEmail = email !== undefined && email !== current?.email;
    return current !== null && isOtherName && isOtherEmail
      ? [{ column: null, message: MAYBE_OTHER_PERSON }]
      : [];
  },

  write: writeDelegateList,
  finishUndo,
};

/** A checkout’s list, with the references under this heading. Nothing else but Paid is read. */
export const paymentList = (heading: string): Importable<Delegate> => ({
  ...DELEGATE_IMPORTABLE,
  noun: "payment",
  columns: {
    ...DELEGATE_COLUMNS,
    key: { heading, noun: "reference" },
    columns: [{ ...PAID, write: ({ paidAt }) => (paidAt ? "yes" : "not yet") }],
    elsewhere: KNOWN_HEADINGS.payment,
  },
  notFound: REFERENCE_NOT_FOUND,
  isKey: () => true,
  read: async ({ paidAt }, current) =>
    paidAt === true
      ? { ok: true, values: current?.paidAt ? {} : { paidAt } }
      : { ok: false, problems: [{ column: "Paid", message: "Only payments that succeeded count." }] },
  refuse: (_, current) => (current && isPaidFor(current.registrationType) ? [] : [NO_PAYMENT]),
});
const NO_PAYMENT = { column: null, message: "There is no reference, or the pass needs no payment." };

function droppedFields(said: ItemValues, kept: ItemValues = {}): string[] {
  const labels = (["outlet", "workUrl", "favoredStream", ...QUESTION_FIELDS] as const)
    .filter((field) => said[field] && said[field] !== answerOf(kept as Answers, field))
    .map((field) => columnLabel(DELEGATE_COLUMNS, field));
  if (labels.length === 0) return [];
  const pass = passName(kept.registrationType as RegistrationType);
  return [`Not imported: ${labels.join(", ")} (the ${pass} does not ask for this)`];
}

/** An import cannot add a delegate as declined or cancelled, or undo a check-in. */
function statusProblem(wanted: DelegateState | undefined, now: DelegateStatus | undefined): string | null {
  if (wanted === undefined || wanted === now) return null;
  if (now === undefined && (wanted === "declined" || wanted === "cancelled"))
    return "A new delegate can only be pending, confirmed or attended.";
  if (now !== undefined && wanted === "waiting") return "Only new delegates can join the waiting list.";
  return now === "attended" ? "This delegate is checked in. Undo the check-in at the door first." : null;
}

const MAYBE_OTHER_PERSON =
  "The name and email address are both different. Change them on the delegate’s page, where you can also transfer the registration.";

const linkRemark = (before = "", after = before): string[] =>
  before === "" || before.toLowerCase() === after.toLowerCase() ? [] : [NEW_LINK];
const NEW_LINK = "They get a new private link, and the earlier link stops working.";
