import { env } from "#app/platform/env.server.ts";
import { respondWithSharedFile } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/robots";

/** GET /robots.txt (RFC 9309): excludes the admin screens and the API. */
export function loader({ request }: Route.LoaderArgs) {
  return respondWithSharedFile(request, {
    key: "robots",
    type: "text/plain; charset=utf-8",
    make: async () =>
      `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${env.SITE_ORIGIN}/sitemap.xml\n`,
    version: "",
  });
}
