import { findLogo } from "#app/conference/logos.server.ts";
import { fileNotFound, respondWithSharedFile } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/logo";

/** GET /logos/{name}: a sponsor's logo. The policy blocks scripts if an SVG is opened directly. */
export function loader({ request, params: { name } }: Route.LoaderArgs) {
  const logo = findLogo(name);
  if (!logo) return fileNotFound("There is no such logo.");
  const { type, bytes } = logo;
  const headers = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
  return respondWithSharedFile(request, {
    key: `logo ${name}`,
    type,
    make: async () => bytes,
    version: "",
    headers,
  });
}
