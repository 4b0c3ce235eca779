import { conference } from "#app/conference/conference.ts";
import { respondWithSharedFile } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/manifest";

/** GET /manifest.webmanifest: name and icons for a phone's home screen. */
export function loader({ request }: Route.LoaderArgs) {
  return respondWithSharedFile(request, {
    key: "manifest",
    type: "application/manifest+json",
    make: async () => JSON.stringify(manifest),
    version: "",
  });
}

const png = (size: number, purpose: "any" | "maskable") => ({
  src: purpose === "any" ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});
const manifest = {
  id: "/",
  name: conference.name,
  short_name: conference.name,
  description: conference.description,
  lang: conference.locale,
  start_url: "/",
  scope: "/",
  display: "minimal-ui",
  theme_color: "#faf7f2",
  background_color: "#faf7f2",
  icons: [
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    ...[192, 512].flatMap((size) => [png(size, "any"), png(size, "maskable")]),
  ],
};
