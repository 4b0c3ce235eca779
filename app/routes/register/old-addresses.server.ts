import { href, type MiddlewareFunction } from "react-router";
import { moved } from "#app/http/moved.server.ts";
import { PRIVATE_LINK_HEADERS } from "#app/routes/registration/private-link-headers.server.ts";

const TOKEN_LIMIT = 64;

/**
 * `/register?registration=TOKEN` was the private link until it got an address of its own (docs/decisions/039):
 * emails and calendars have it.
 */
export const redirectPrivateLinks: MiddlewareFunction<Response> = ({ request }) => {
  const { searchParams } = new URL(request.url);
  // Whatever is longer is no token, and would make a header that no browser or proxy takes.
  const token = searchParams.get("registration")?.slice(0, TOKEN_LIMIT) ?? null;
  if (token === null) return;
  const address = searchParams.has("calendar")
    ? href("/registration/:token/calendar.ics", { token })
    : searchParams.has("cancel")
      ? href("/registration/:token/cancel", { token })
      : href("/registration/:token", { token });
  throw moved(request, address, PRIVATE_LINK_HEADERS);
};
