// /registration/{token}: a registration as whoever has its private link may see it, and cancel it.
import { Outlet } from "react-router";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { PRIVATE_LINK_HEADERS } from "#app/routes/registration/private-link-headers.server.ts";
import type { Route } from "./+types/layout";

// The pages bring their titles along.
export const meta = () => [];

export const middleware: Route.MiddlewareFunction[] = [
  async function keepPrivate(_, next) {
    const response = await next();
    for (const [name, value] of Object.entries(PRIVATE_LINK_HEADERS)) response.headers.set(name, value);
    return response;
  },
];

export default function RegistrationLayout() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}
