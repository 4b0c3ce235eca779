import { requireOrganiserJson } from "#app/auth/auth.server.ts";

// Also runs for unknown paths, so only organisers can find out which paths exist.
export const middleware = [requireOrganiserJson];
