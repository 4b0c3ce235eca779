import { randomHex } from "#app/platform/random-hex.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { clientNetworks } from "#app/server/middleware/client-network.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";

/** Everything below knows which request it works for, by `requestContext`. */
export const identifyRequest: Middleware = (request, _, next) =>
  requestContext.run({ id: randomHex(12), ...clientNetworks(request) }, next);
