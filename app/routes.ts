// Every URL of the site.
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("routes/home/home.tsx", [index("routes/home/session-dialog.tsx")]),
  route("register", "routes/register/register.tsx"),
  route("healthz", "routes/healthz.ts"),

  route("api", "routes/api/layout.ts", [
    route("auth/user", "routes/api/auth-user.ts"),
    route("program", "routes/api/program.ts"),
    route("sessions/:id/speakers", "routes/api/session-speakers.ts"),
    route("speakers", "routes/api/speakers.ts"),
    route("speakers/:id/sessions", "routes/api/speaker-sessions.ts"),
    route("registrations", "routes/api/registrations.ts"),
    index("routes/api/not-found.ts", { id: "api-root" }),
    route("*", "routes/api/not-found.ts"),
  ]),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
