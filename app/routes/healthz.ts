import { databaseAnswers } from "#app/db/health.server.ts";
import packageJson from "../../package.json" with { type: "json" };

/** GET /healthz: 200 with the version once the database answers, 503 otherwise. */
export async function loader() {
  const isUp = await databaseAnswers();
  return Response.json(
    { status: isUp ? "ok" : "database unavailable", version: packageJson.version },
    { status: isUp ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
