import { href, isRouteErrorResponse } from "react-router";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { conference } from "#app/conference/conference.ts";

/** Whether something was thrown because a helper asked for what is for organisers. */
export const isForOrganisers = (error: unknown): boolean =>
  isRouteErrorResponse(error) && error.status === 403 && error.data?.isForOrganisers === true;

/** What a helper sees of the panel, but for the door. */
export function ForOrganisersPage() {
  return (
    <PageFrame>
      <title>{`For organisers – ${conference.name}`}</title>
      <div className="page-width page-body">
        <p className="font-semibold text-muted">403</p>
        <h1 className="mt-2 text-3xl">This page is for organisers</h1>
        <p className="mt-4 max-w-2xl">
          You are logged in as a helper, and helpers can use the check-in screen alone. If you need more than
          that, ask one of the organisers.
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          {/* Documents of their own: the check-in screen may use the camera. */}
          <a href={href("/admin/delegates/door")} className="button">
            Go to check-in
          </a>
          <a href={href("/api/logout")} className="button button-quiet">
            Logout
          </a>
        </p>
      </div>
    </PageFrame>
  );
}
