import { isDatabaseResponding } from "#app/db/health.server.ts";
import { countProbedHops } from "#app/http/proxy-probe.server.ts";
import packageJson from "../../package.json" with { type: "json" };

/** GET /healthz: 200 with the version if the database responds, otherwise 503. */
export async function loader({ request }: { request: Request }) {
  const isUp = await isDatabaseResponding();
  const hops = countProbedHops(request.headers);
  return Response.json(
    {
      status: isUp ? "ok" : "database unavailable",
      version: packageJson.version,
      ...(hops === null ? {} : { forwardedFor: hops }),
    },
    { status: isUp ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
