// The screens that the desk's address had within it until each got its own (docs/decisions/039).
import { href, type MiddlewareFunction } from "react-router";
import { parseId } from "#app/http/json.server.ts";
import { moved } from "#app/http/moved.server.ts";

/** Bookmarks and printed links have these addresses, and forms of pages that are still open. */
export const redirectOldAddresses: MiddlewareFunction<Response> = ({ request }) => {
  const { searchParams } = new URL(request.url);
  const address = newAddress(searchParams);
  if (address !== null) throw moved(request, address);
};

/** Where what the parameters ask for is now; null where that is the desk itself. */
function newAddress(params: URLSearchParams): string | null {
  const ids = ["export", "delete", "history"].map((name) => parseId(params.get(name) ?? ""));
  const [exported, deleted, history] = ids.map((id) => (id === null ? null : { id: String(id) }));
  const without = (...names: string[]) => {
    const rest = new URLSearchParams(params);
    for (const name of names) rest.delete(name);
    return rest.size === 0 ? "" : `?${rest}`;
  };
  if (params.get("format") === "csv") return href("/admin/delegates.csv") + without("format");
  if (params.has("door")) return href("/admin/delegates/door") + without("door");
  if (params.has("badges")) return href("/admin/delegates/badges") + without("badges");
  if (exported) return href("/admin/delegates/:id/personal-data.json", exported);
  if (deleted) {
    const query = new URLSearchParams(without("delete"));
    query.set("delete", "");
    return `${href("/admin/delegates/:id", deleted)}?${query}`;
  }
  return history ? href("/admin/delegates/:id", history) + without("history") : null;
}
