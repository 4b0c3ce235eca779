import { data, href } from "react-router";
import { getActorName } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { redirectWithSuccess, runOrLogError } from "#app/http/admin-action.server.ts";
import { readFiles } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { runOnce } from "#app/models/changeset/changeset.server.ts";
import { assignPhotos, describePhotos } from "#app/models/import/photos.server.ts";
import { countText } from "#app/platform/text.ts";
import { PhotosForm } from "#app/routes/admin/speakers/photos-form.tsx";
import { SmallLink } from "#app/routes/admin/ui-elements.tsx";
import type { Route } from "./+types/photos";

export const loader = () => ({ formId: crypto.randomUUID() });

type Left = { problem: string; placed: string[]; left: { name: string; why: string }[] };
const TOO_LARGE = "The photos are larger than 10 MB in total. Choose fewer.";
const FAILED = "The photos could not be stored. Choose them again.";
const refuse = (status: number, problem: string) => data<Left>({ problem, placed: [], left: [] }, { status });

export async function action({ request, context }: Route.ActionArgs) {
  const { files, formId } = await readFiles(request, "photos", TOO_LARGE);
  const actor = getActorName(context);
  if (files.length === 0) return refuse(422, "Choose one or more photos.");
  const by = { actor, formId };
  const done = await runOrLogError(() => runOnce(by, "photos", () => assignPhotos(files, actor)));
  if (!done?.value) return refuse(500, FAILED);
  const { placed, left } = await describePhotos(files, done.value);
  const added = `${countText(placed.length, "photo")} added.`;
  if (left.length === 0) return redirectWithSuccess(href("/admin/speakers"), added);
  const problem = `${countText(left.length, "photo")} could not be added.`;
  return data<Left>({ problem, placed, left }, { status: 422 });
}

export const clientAction = withFormRecovery(({ problem, status }) => refuse(status, problem ?? FAILED));

export default function Photos({ loaderData: { formId }, actionData }: Route.ComponentProps) {
  const { problem, placed = [], left = [] } = actionData ?? {};
  const problems = problem ? [{ fieldId: "photos", message: problem }] : [];
  return (
    <AdminPage
      title="Speaker Photos"
      isRefused={problem !== undefined}
      actions={<SmallLink to={href("/admin/speakers")}>All speakers</SmallLink>}
    >
      <ErrorSummary problems={problems} />
      {left.length > 0 && (
        <ul className="mb-6 max-w-2xl">
          {left.map(({ name, why }) => (
            <li key={name} className="wrap-anywhere border-rule border-b py-3">
              <span className="font-semibold">{name}</span>: {why}
            </li>
          ))}
        </ul>
      )}
      {placed.length > 0 && <p className="wrap-anywhere mb-6 max-w-2xl">Added: {placed.join(", ")}.</p>}
      <PhotosForm formId={formId} error={problem} />
    </AdminPage>
  );
}
