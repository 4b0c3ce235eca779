import { requireOrganiserJson } from "#app/auth/auth.server.ts";

// Around the calls about images and all below /api/admin: a path that is not there tells strangers nothing.
export const middleware = [requireOrganiserJson];
