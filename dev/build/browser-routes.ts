import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type RouteTable = { routes: Record<string, { parentId?: string }> };

const ROOT = "build/client/assets";
const START = "window.__reactRouterManifest=";
const API_LAYOUT = "routes/api/layout";

/** Removes API calls from the route table that each page loads: no browser navigates to them. */
export function removeApiRoutes(): void {
  for (const name of readdirSync(ROOT).filter((file) => file.startsWith("manifest-"))) {
    const script = readFileSync(join(ROOT, name), "utf8");
    if (!script.startsWith(START)) continue;
    const table: RouteTable = JSON.parse(script.slice(START.length, -1));
    const isApi = (id = ""): boolean => id === API_LAYOUT || (id !== "" && isApi(table.routes[id]?.parentId));
    const pages = Object.entries(table.routes).filter(([id]) => !isApi(id));
    if (pages.length === Object.keys(table.routes).length) throw new Error(`There is no ${API_LAYOUT}`);
    const shorter = { ...table, routes: Object.fromEntries(pages) };
    writeFileSync(join(ROOT, name), `${START}${JSON.stringify(shorter)};`);
  }
}
