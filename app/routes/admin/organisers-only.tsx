import { Outlet } from "react-router";
import { requireOrganiser } from "#app/auth/auth.server.ts";
import { revalidateScreen } from "#app/routes/admin/use-dialog.ts";

export const middleware = [requireOrganiser];

/** A loader makes client-side navigations run the middleware. */
export const loader = () => null;

export const shouldRevalidate = revalidateScreen;

export default Outlet;
