import { Outlet, type ShouldRevalidateFunction } from "react-router";
import { requireOrganiser } from "#app/auth/auth.server.ts";
import { isOnlyDialog } from "#app/routes/admin/use-dialog.ts";

export const middleware = [requireOrganiser];

/** The loader makes client-side navigations ask the server, and so the middleware. */
export const loader = () => null;

export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.defaultShouldRevalidate && !isOnlyDialog(args);

export default Outlet;
