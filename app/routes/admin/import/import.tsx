import { withFormRecovery } from "#app/http/form-recovery.ts";
import { importAction, loadImport } from "#app/routes/admin/import/import-screen.server.ts";
import { ImportScreen, refuseImport } from "#app/routes/admin/import/import-screen.tsx";
import type { Route } from "./+types/import";

export const meta = () => [];

export const loader = (args: Route.LoaderArgs) => loadImport(args);

export const action = (args: Route.ActionArgs) => importAction(args);

export const clientAction = withFormRecovery(refuseImport);

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  return <ImportScreen {...loaderData} refused={actionData} />;
}
