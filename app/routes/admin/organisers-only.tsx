import { Outlet } from "react-router";
import { requireOrganiser } from "#app/auth/auth.server.ts";
import { revalidateScreen } from "#app/routes/admin/use-dialog.ts";

export const middleware = [requireOrganiser];

/** A route needs a loader, or client-side navigations would not run its middleware. */
export const loader = () => null;

export const shouldRevalidate = revalidateScreen;

export default Outlet;
