import { requireOrganiserJson } from "#app/auth/auth.server.ts";

// Around the calls about images and everything below /api/admin: a path there that does not exist tells strangers nothing.
export const middleware = [requireOrganiserJson];
