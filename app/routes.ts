import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { SCREEN_LIST } from "./routes/admin/screens.ts";

const LISTS = ["speakers", "program", "connections", "delegates"];

export default [
  layout("routes/home/home.tsx", [index("routes/home/landing-dialog.tsx")]),
  route("register", "routes/register/register.tsx"),
  route("registration", "routes/registration/layout.tsx", [
    route(":token", "routes/registration/registration.tsx"),
    route(":token/cancel", "routes/registration/cancel.tsx"),
    route(":token/edit", "routes/registration/own-form.tsx"),
    route(":token/pass-on", "routes/registration/own-form.tsx", { id: "pass-on" }),
    route(":token/certificate", "routes/registration/certificate.tsx"),
    route(":token/speaker", "routes/registration/speaker.tsx"),
    route(":token/calendar.ics", "routes/registration/calendar.ts"),
    index("routes/registration/not-found.tsx", { id: "registration-root" }),
    route(":token/*", "routes/registration/not-found.tsx"),
  ]),
  route("now", "routes/now/now.tsx"),
  route("my-day", "routes/my-day/my-day.tsx"),
  route("my-day.ics", "routes/my-day/calendar.ts"),
  route("accessibility", "routes/notices/accessibility.tsx"),
  route("privacy", "routes/notices/privacy.tsx"),
  route("healthz", "routes/healthz.ts"),

  route("calendar.ics", "routes/sharing/calendar.ts"),
  route("calendar/:id.ics", "routes/sharing/session-calendar.ts"),
  route("og.png", "routes/sharing/card.ts"),
  route("og/:id.png", "routes/sharing/item-card.ts"),
  route("og/speakers/:id.png", "routes/sharing/item-card.ts", { id: "speaker-card" }),
  route("sitemap.xml", "routes/sharing/sitemap.ts"),
  route("robots.txt", "routes/sharing/robots.ts"),
  route("manifest.webmanifest", "routes/sharing/manifest.ts"),
  route("logos/:name", "routes/sharing/logo.ts"),
  route("objects/uploads/:id", "routes/objects/upload.ts"),

  route("admin", "routes/admin/layout.tsx", [
    layout("routes/admin/error-boundary.tsx", [
      // Helpers (DOOR_EMAILS) can also open these screens. Only organisers can open the others.
      route("delegates/door", "routes/admin/delegates/door/door.tsx"),
      route("delegates/walk-in", "routes/admin/delegates/walk-in/walk-in.tsx"),
      route("delegates/door-list", "routes/admin/delegates/door-list/door-list.tsx"),
      layout("routes/admin/organisers-only.tsx", [
        index("routes/admin/dashboard/dashboard.tsx"),
        ...SCREEN_LIST.map(([path]) => route(path, `routes/admin/${path}/${path}.tsx`)),
        ...LISTS.flatMap((path) => [
          route(`${path}/import`, "routes/admin/import/import-screen.tsx", {
            id: `routes/admin/${path}/import`,
          }),
          path === "delegates"
            ? route("delegates.csv", "routes/admin/delegates/csv.tsx")
            : route(`${path}.csv`, "routes/admin/import/csv.tsx", { id: `routes/admin/${path}/csv` }),
        ]),
        route("speakers/photos", "routes/admin/speakers/photos.tsx"),
        route("delegates/badges", "routes/admin/delegates/badges/badges.tsx"),
        route("delegates/:id", "routes/admin/delegates/person/person.tsx"),
        route("delegates/:id/personal-data.json", "routes/admin/delegates/person/personal-data.tsx"),
        route("messages/:id", "routes/admin/messages/message/message.tsx"),
        route("*", "routes/admin/not-found.tsx"),
      ]),
    ]),
  ]),

  route("api/login", "routes/login/login.tsx"),
  route("api/logout", "routes/login/logout.ts"),
  route("api/docs", "routes/api/docs/docs.tsx"),
  route("api", "routes/api/layout.ts", [
    route("openapi.json", "routes/api/openapi.ts"),
    route("conference", "routes/api/conference.ts"),
    route("program", "routes/api/program.ts"),
    route("sessions/:id/speakers", "routes/api/session-speakers.ts"),
    route("speakers", "routes/api/speakers.ts"),
    route("speakers/:id/sessions", "routes/api/speaker-sessions.ts"),
    route("auth/user", "routes/api/auth-user.ts"),
    layout("routes/api/organisers-only.ts", { id: "api-objects" }, [
      route("objects/upload", "routes/api/objects/upload.ts"),
      route("speakers/:id/image", "routes/api/objects/speaker-image.ts"),
    ]),
    route("registrations", "routes/api/registrations.ts"),
    route("admin", "routes/api/organisers-only.ts", [
      ...SCREEN_LIST.filter(([, { hasCalls }]) => hasCalls).flatMap(([path]) => [
        route(path, `routes/api/admin/${path}.ts`),
        ...["/:id", "/by-external-id/:externalId"].map((end) =>
          route(path + end, `routes/api/admin/${path}.ts`, { id: `routes/api/admin/${path}${end}` }),
        ),
      ]),
      route("speaker-sessions", "routes/api/admin/connections.ts"),
      route("speaker-sessions/:speakerId/:sessionId", "routes/api/admin/connection.ts"),
      ...["", "/:id", "/:id/status", "/:id/check-in"].map((end) =>
        route(`delegates${end}`, "routes/api/admin/delegates.ts", { id: `routes/api/admin/delegates${end}` }),
      ),
      route("numbers", "routes/api/admin/numbers.ts"),
      index("routes/api/not-found.ts", { id: "api-admin-root" }),
      route("*", "routes/api/not-found.ts", { id: "api-admin-not-found" }),
    ]),
    index("routes/api/not-found.ts", { id: "api-root" }),
    route("*", "routes/api/not-found.ts"),
  ]),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
