import { href } from "react-router";
import { actorOf, helperContext } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { typedOf } from "#app/components/admin/notices.tsx";
import { Toast } from "#app/components/toast.tsx";
import { keepForm } from "#app/http/keep-form.ts";
import { keptAnswers } from "#app/http/refusal.ts";
import { draftOf } from "#app/routes/admin/asked-for.server.ts";
import { FAILURES, refuseWalkIn } from "#app/routes/admin/delegates/failures.ts";
import { addWalkIn, answersFromQuery } from "#app/routes/admin/delegates/walk-in/walk-in.server.ts";
import { WalkInForm } from "#app/routes/admin/delegates/walk-in/walk-in-form.tsx";
import { DocumentLink } from "#app/routes/admin/parts.tsx";
import type { Route } from "./+types/walk-in";

export const meta = () => [];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const isHelper = context.get(helperContext) !== null;
  const draft = await draftOf(request);
  return {
    isHelper,
    formId: crypto.randomUUID(),
    answers: draft ?? answersFromQuery(query),
    isDraft: draft !== null,
  };
}

export const action = ({ request, context }: Route.ActionArgs) =>
  addWalkIn(request, actorOf(context), context.get(helperContext) !== null);

export const clientAction = keepForm(({ form, problem, status }) =>
  refuseWalkIn(status, {
    result: keptAnswers(form, problem ?? FAILURES["walk-in"]),
    formId: form.get("formId") ?? "",
  }),
);

/** A walk-in (issue 17, 4). Made for 360 px, as the door is. */
export default function WalkIn({ loaderData, actionData }: Route.ComponentProps) {
  const { result, known = [], formId = loaderData.formId } = actionData ?? {};
  return (
    <>
      <AdminPage
        title="Add and check in"
        isRefused={result !== undefined}
        hasBar={false}
        isForHelper={loaderData.isHelper}
      >
        <WalkInForm
          key={formId}
          formId={formId}
          answers={typedOf(result) ?? loaderData.answers}
          isDraft={loaderData.isDraft}
          result={result}
          known={known}
        />
        <p className="mt-8 border-rule border-t pt-3">
          <DocumentLink href={href("/admin/delegates/door")}>Back to check-in</DocumentLink>
        </p>
      </AdminPage>
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
