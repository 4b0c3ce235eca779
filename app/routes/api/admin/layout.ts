import { requireOrganiserJson } from "#app/auth/auth.server.ts";

// Everything below /api/admin is for organisers; a path that does not exist tells strangers nothing.
export const middleware = [requireOrganiserJson];
