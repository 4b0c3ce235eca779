import { randomUUID } from "node:crypto";
import { requestContext } from "#app/platform/request-context.server.ts";
import { clientNetworks } from "#app/server/middleware/client-network.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";

/** Everything below knows which request it works for, by `requestContext`. */
export const identifyRequest: Middleware = (request, _, next) =>
  requestContext.run({ id: newRequestId(), ...clientNetworks(request) }, next);

/** The last 12 hexadecimal digits, all of them random: Node keeps random bytes for UUIDs, and fetches others each time. */
const newRequestId = (): string => randomUUID().slice(-12);
