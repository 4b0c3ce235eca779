import { Outlet } from "react-router";
import { requireOrganiser } from "#app/auth/auth.server.ts";
import { revalidateScreen } from "#app/routes/admin/use-dialog.ts";

export const middleware = [requireOrganiser];

/** The loader makes client-side navigations ask the server, and so the middleware. */
export const loader = () => null;

export const shouldRevalidate = revalidateScreen;

export default Outlet;
