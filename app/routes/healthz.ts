import { findHealthProblem } from "#app/db/health.server.ts";
import { countProbedHops } from "#app/http/proxy-probe.server.ts";
import packageJson from "../../package.json" with { type: "json" };

/** GET /healthz: 200 with the version if the site can store data, otherwise 503 with the reason. */
export async function loader({ request }: { request: Request }) {
  const problem = await findHealthProblem();
  const hops = countProbedHops(request.headers);
  return Response.json(
    {
      status: problem ?? "ok",
      version: packageJson.version,
      ...(hops === null ? {} : { forwardedFor: hops }),
    },
    { status: problem ? 503 : 200, headers: { "Cache-Control": "no-store" } },
  );
}
