import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { env } from "#app/platform/env.server.ts";
import { respondWithSharedFile } from "#app/sharing/shared-file.server.ts";
import { NOTICES, sessionPath, speakerPath } from "#app/sharing/sharing.ts";
import type { Route } from "./+types/sitemap";

/** GET /sitemap.xml: the list of pages for search engines (sitemaps.org). */
export const loader = ({ request }: Route.LoaderArgs) =>
  respondWithSharedFile(request, { key: "sitemap", type: "application/xml; charset=utf-8", make: sitemap });

async function sitemap(): Promise<string> {
  const programSessions = await PROGRAM_SESSIONS.listPublic();
  const speakers = await SPEAKERS.listPublic();
  const entries = [
    entry("/"),
    entry("/register"),
    ...Object.keys(NOTICES).map((path) => entry(path)),
    ...programSessions.map(({ id, updatedAt }) => entry(sessionPath(id), updatedAt)),
    ...speakers.map(({ id, updatedAt }) => entry(speakerPath(id), updatedAt)),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

/** Needs no escaping, because paths contain no special XML characters. */
const entry = (path: string, changed?: Date): string =>
  `<url><loc>${env.SITE_ORIGIN}${path}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ""}</url>`;
