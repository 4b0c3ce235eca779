import { requireOrganiserJson } from "#app/auth/auth.server.ts";

// The calls about images are for organisers, though not below /api/admin.
export const middleware = [requireOrganiserJson];
