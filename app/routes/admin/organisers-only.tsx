import { Outlet } from "react-router";
import { requireOrganiser } from "#app/auth/auth.server.ts";
import { shouldRevalidateScreen } from "#app/routes/admin/use-dialog.ts";

export const middleware = [requireOrganiser];

/** Without a loader, client-side navigations would not run the route's middleware. */
export const loader = () => null;

export const shouldRevalidate = shouldRevalidateScreen;

export default Outlet;
