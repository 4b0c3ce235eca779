import { Outlet, type ShouldRevalidateFunction } from "react-router";
import { requireOrganiser } from "#app/auth/auth.server.ts";
import { isOnlyDialog } from "#app/routes/admin/use-dialog.ts";

// Around every screen of the panel but those of the door: helpers come no further.
export const middleware = [requireOrganiser];

/** Its being there makes client-side navigations ask the server, and so the middleware. */
export const loader = () => null;

export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.defaultShouldRevalidate && !isOnlyDialog(args);

export default Outlet;
