import { requireOrganiserJson } from "#app/auth/auth.server.ts";

// Also hides from others which paths exist.
export const middleware = [requireOrganiserJson];
