import { requireOrganiserJson } from "#app/auth/auth.server.ts";

// Also hides from strangers which paths exist.
export const middleware = [requireOrganiserJson];
