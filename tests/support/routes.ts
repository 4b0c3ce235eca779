import type { App } from "./app.ts";

function pathOf(app: App, id: string | undefined): string {
  const route = id === undefined ? undefined : app.routes[id];
  if (!route) return "";
  return pathOf(app, route.parentId) + (route.path ? `/${route.path}` : "");
}

/** Every page, form and API call in the route table, with its path and an example address. */
export function addressesOf(app: App): { id: string; path: string; address: string }[] {
  const parents = new Set(Object.values(app.routes).map(({ parentId }) => parentId));
  return Object.values(app.routes)
    .filter(({ id }) => !parents.has(id))
    .map(({ id }) => {
      const path = pathOf(app, id) || "/";
      return { id, path, address: path.replaceAll(/:\w+/g, "1").replace("*", "nowhere") };
    });
}
