import { listDelegateNumbers } from "#app/models/delegate/counts.server.ts";

/** GET /api/admin/numbers: the only organisers' call that a token with the right `public` opens. */
export const loader = () => Response.json(listDelegateNumbers());
