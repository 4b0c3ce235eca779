import fc from "fast-check";
import { type Body, formBody, jsonBytes, oddId, oddSearch, oddText } from "./odd-values.ts";

export type Endpoint = {
  name: string;
  /** Pattern from the route table. */
  route: string;
  method: string;
  address: fc.Arbitrary<string>;
  body?: fc.Arbitrary<Body>;
};

const id = fc.integer({ min: 1, max: 20 }).map(String);
const track = fc.constantFrom("b2c", "b2b", "tech", "media");
const word = fc.constantFrom("Zara Quill", "Żółć 日本", "The Quill & Sons", "10:00 AM - 11:00 AM");
const formId = fc.uuid();

const REGISTRATION = {
  registrationType: fc.constantFrom("pr_pass", "media_pass"),
  name: word,
  email: fc.constantFrom("noor@example.com", "a+b@EXAMPLE.com"),
  phone: fc.constantFrom("", "0400 555 010"),
  jobTitle: word,
  favoredStream: track,
  notes: fc.constantFrom("", "Vegetarian\r\nAnd late"),
};
const SPEAKER = {
  name: word,
  pronouns: fc.constantFrom("", "ze/zir"),
  title: word,
  company: word,
  bio: fc.constantFrom("", "Line\nline"),
  imageUrl: fc.constantFrom("", "/portraits/mei-tanaka-wills.svg"),
  category: track,
};
const PROGRAM_SESSION = {
  title: word,
  time: fc.constantFrom("9:00 AM", "1:15 - 2:15"),
  description: fc.constantFrom("", "Text"),
  type: fc.constantFrom("keynote", "panel", "party"),
  track: fc.oneof(track, fc.constant("none")),
};
const CONNECTION = {
  speakerId: id,
  sessionId: id,
  role: fc.constantFrom("speaker", "moderator", "panelist"),
};
const ofForm = { formId, seen: fc.constantFrom("0", "1760000000000", "") };
const DESK = {
  intent: fc.constantFrom("bulk", "delete", "undo", ""),
  decision: fc.constantFrom("", "confirmed:1:pending", "declined:2:pending:open", "vip:1:pending", "::"),
  mail: fc.oneof(id, fc.constant("")),
  note: fc.constantFrom("", "We are full."),
  change: id,
  return: fc.constantFrom("row", ""),
  delegate: id,
  id: fc.oneof(id, fc.constantFrom("1:pending", "1:vip", ":", "2:confirmed:")),
  status: fc.constantFrom("pending", "confirmed", "attended"),
  counted: fc.constantFrom("", "1-1-1", "x"),
  job: id,
};
const BEGINNING = { scope: fc.constantFrom("all", ""), subject: oddText };
const SENDING = {
  intent: fc.constantFrom("save", "send", "test", "take-back", "stop", "delete"),
  subject: oddText,
  text: oddText,
  isForAll: fc.constantFrom("on", ""),
  isLive: fc.constantFrom("on", ""),
  when: fc.constantFrom("soon", "at"),
  at: oddText,
  as: oddId,
  count: oddId,
};
const cancel = fc.constant("cancel");
const numberId = fc.integer({ min: 1, max: 20 });

const json = (valid: Record<string, fc.Arbitrary<unknown>>) =>
  jsonBytes(valid).map((bytes): Body => ({ type: "application/json", bytes }));
const at = (path: string, search = oddSearch) => search.map((after) => path + after);
/** Queries that open a screen of the delegate list. */
const afterScreen = (screen: string) => oddSearch.map((search) => `?${screen}&${search.slice(1)}`);
const segment = oddId.map((value) => encodeURIComponent(value.toWellFormed()));
const ofOne = (before: string, after = "") =>
  fc.tuple(segment, oddSearch).map(([one, search]) => `${before}${one}${after}${search}`);
/** Address of a dialog on an admin screen, with a valid or odd id. */
const dialog = (path: string, mode: string) =>
  fc
    .tuple(fc.oneof({ weight: 2, arbitrary: id }, { weight: 1, arbitrary: oddId }), oddSearch)
    .map(([which, search]) => `${path}?${new URLSearchParams({ [mode]: which })}&${search.slice(1)}`);

const reading = (route: string, address: fc.Arbitrary<string> = at(route)): Endpoint => ({
  name: `GET ${route}`,
  route,
  method: "GET",
  address,
});
const writing = (name: string, address: fc.Arbitrary<string>, body: fc.Arbitrary<Body>): Endpoint => {
  const [method = "", route = ""] = name.split(" ");
  return { name, route, method, address, body };
};

const onScreen = (name: string, body: fc.Arbitrary<Body>) =>
  writing(name, at(name.split(" ")[1] ?? ""), body);
const onItem = (name: string, body: fc.Arbitrary<Body>) =>
  writing(name, ofOne(...aroundId(name.split(" ")[1] ?? "")), body);
/** Parts of a route before and after its id. */
const aroundId = (route: string) => route.split(/:\w+|\*/, 2) as [string, string];

/** Addresses without an id. */
const PAGES = [
  ...["/", "/register", "/now", "/accessibility", "/privacy", "/healthz", "/calendar.ics", "/og.png"],
  ...["/my-day", "/my-day.ics"],
  ...["/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/api/docs", "/api/openapi.json", "/admin"],
  ...["/admin/speakers", "/admin/program", "/admin/connections", "/admin/delegates", "/admin/messages"],
  "/admin/tokens",
  ...["/admin/delegates/door", "/admin/delegates/walk-in", "/admin/delegates/badges"],
  ...["/admin/delegates/door-list", "/registration", "/api/login", "/api/logout"],
  ...[
    "/api",
    "/api/auth/user",
    "/api/conference",
    "/api/program",
    "/api/speakers",
    "/api/admin",
    "/__manifest",
  ],
  ...["/api/admin/speaker-sessions", "/api/admin/delegates", "/api/admin/numbers"],
  ...["/api/admin/speakers", "/api/admin/program"],
];
const LISTS = ["/admin/speakers", "/admin/program", "/admin/delegates", "/admin/connections"];
/** Addresses of single items. */
const OF_ONE = [
  ...[
    "/calendar/:id.ics",
    "/og/:id.png",
    "/og/speakers/:id.png",
    "/admin/delegates/:id",
    "/admin/messages/:id",
    "/admin/*",
    "/*",
  ],
  ...["/admin/delegates/:id/personal-data.json", "/registration/:token"],
  ...["/registration/:token/cancel", "/registration/:token/calendar.ics"],
  ...["edit", "pass-on", "certificate", "speaker"].map((page) => `/registration/:token/${page}`),
  ...["/objects/uploads/:id"],
  "/logos/:name",
  ...["/api/*", "/api/sessions/:id/speakers", "/api/speakers/:id/sessions", "/api/admin/*"],
  ...["/api/admin/speakers/:id", "/api/admin/program/:id", "/api/admin/delegates/:id"],
];

const nearlyImage = (images: Uint8Array[]) =>
  fc
    .tuple(fc.constantFrom(...images), fc.nat(), fc.oneof(fc.constant(null), fc.uint8Array({ maxLength: 9 })))
    .map(([image, place, splice]) => {
      if (splice === null) return image;
      const cut = place % image.length;
      return new Uint8Array(
        Buffer.concat([image.subarray(0, cut), splice, image.subarray(cut + splice.length)]),
      );
    });

/** A CSV list of speakers, sessions or delegates, with odd text inserted. */
const nearlyCsv = fc
  .tuple(
    fc.constantFrom(
      "Name;Title;Company;Category\r\nAda;Editor;The Ada;b2b\r\n",
      'Title,Time,Type\n"A\nB",9:00 AM,panel\n',
      "Delegate Type,Full Name,Email Address,Job Title,Status\nPR Pass,Ada,ada@example.com,Editor,confirmed\n",
    ),
    fc.nat(),
    fc.oneof(fc.constant(""), oddText),
  )
  .map(([csv, place, splice]) => {
    const cut = place % csv.length;
    return new TextEncoder().encode(csv.slice(0, cut) + splice + csv.slice(cut));
  });

/** Every endpoint of the site, with nearly valid input. Images and upload paths are valid. */
export function endpoints(images: Uint8Array[], newUploadPath: () => string): Endpoint[] {
  const file = nearlyImage(images);
  const speakerForm = formBody({ ...ofForm, ...SPEAKER, featured: fc.constantFrom("on", "") }, file);
  const programForm = formBody({ ...ofForm, ...PROGRAM_SESSION });
  const moveForm = formBody({ id, move: fc.constantFrom("up", "down") });
  const undoForm = formBody({ changeset: formId, intent: fc.constant("undo") });
  const importForm = formBody(
    {
      ...ofForm,
      intent: fc.constantFrom("", "match", "import", "undo"),
      "column-0": fc.constantFrom("name", "time", "key", "firstName"),
      "fill:company": oddText,
      file: formId,
      mail: fc.constantFrom("send", "none"),
      changeset: formId,
    },
    nearlyCsv,
    "list",
  );
  const deskForm = formBody({ ...ofForm, ...DESK });
  const doorForm = formBody({ ...ofForm, id, intent: fc.constantFrom("check-in", "undo-check-in") });
  const speakerJson = json({ ...SPEAKER, featured: fc.boolean() });
  const connectionJson = json({ ...CONNECTION, speakerId: numberId, sessionId: numberId });
  const included = oddText.map((what) => `/api/program?include=${encodeURIComponent(what.toWellFormed())}`);
  const now = oddText.map((at) => `/now?at=${encodeURIComponent(at.toWellFormed())}`);
  const rawImage = fc
    .oneof(file, fc.uint8Array({ maxLength: 60 }))
    .map((bytes): Body => ({ type: "image/png", bytes }));
  const uploadPath = fc.oneof(
    { weight: 3, arbitrary: fc.constant(null).map(() => newUploadPath()) },
    { weight: 1, arbitrary: ofOne("/objects/uploads/") },
  );
  return [
    ...[...PAGES, ...LISTS.flatMap((list) => [`${list}.csv`, `${list}/import`])].map((path) => reading(path)),
    ...["session", "speaker"].map((mode) => ({ ...reading("/", dialog("/", mode)), name: `GET /?${mode}` })),
    { ...reading("/now", now), name: "GET /now?at" },
    { ...reading("/api/program", included), name: "GET /api/program?include" },
    ...["/my-day", "/my-day.ics"].map((path) => ({
      ...reading(path, dialog(path, "s")),
      name: `GET ${path}?s`,
    })),
    ...["door", "badges", "format=csv"].map((screen) => ({
      ...reading("/admin/delegates", at("/admin/delegates", afterScreen(screen))),
      name: `GET /admin/delegates?${screen}`,
    })),
    ...OF_ONE.map((route) => reading(route, ofOne(...aroundId(route)))),
    reading("/registration/:token/*", ofOne("/registration/x/")),

    writing("POST /register", at("/register"), formBody({ formId, ...REGISTRATION })),
    writing("POST /register cancel", dialog("/register", "registration"), formBody({ intent: cancel })),
    onItem("POST /registration/:token", formBody({ intent: fc.constantFrom("take", "") })),
    onItem("POST /registration/:token/cancel", formBody({ intent: cancel, shown: oddText })),
    onItem("POST /registration/:token", formBody({ intent: fc.constantFrom("coming", "") })),
    onItem("POST /registration/:token/speaker", formBody({ name: oddText, links: oddText, seen: oddText })),
    ...["edit", "pass-on"].map((page) =>
      onItem(
        `POST /registration/:token/${page}`,
        formBody({ formId, seen: oddText, emailAgain: oddText, ...REGISTRATION }),
      ),
    ),
    onScreen("POST /api/login", formBody({ link: oddText })),
    ...["add", "edit", "delete"].flatMap((mode) => [
      writing(`POST /admin/speakers ${mode}`, dialog("/admin/speakers", mode), speakerForm),
      writing(`POST /admin/program ${mode}`, dialog("/admin/program", mode), programForm),
    ]),
    ...["speakers", "program"].map((list) => onScreen(`POST /admin/${list} move`, moveForm)),
    ...["speakers", "program", "connections"].map((list) => onScreen(`POST /admin/${list} undo`, undoForm)),
    ...LISTS.map((list) => onScreen(`POST ${list}/import`, importForm)),
    reading("/admin/speakers/photos"),
    onScreen("POST /admin/speakers/photos", formBody(ofForm, file, "photos")),
    onScreen("POST /admin/connections connect", formBody(CONNECTION)),
    onScreen("POST /admin/connections disconnect", formBody({ ...CONNECTION, disconnect: fc.constant("") })),
    onScreen("POST /admin/delegates status", deskForm),
    writing("POST /admin/delegates door", at("/admin/delegates", afterScreen("door")), doorForm),
    onScreen("POST /admin/delegates/door", doorForm),
    onScreen("POST /admin/delegates/walk-in", formBody({ formId, ...REGISTRATION })),
    onItem("POST /admin/delegates/:id", formBody({ formId, intent: fc.constant("delete") })),
    onScreen(
      "POST /admin/messages",
      formBody({ ...ofForm, ...DESK, ...BEGINNING, intent: fc.constantFrom("undo", ""), changeset: oddText }),
    ),
    onItem("POST /admin/messages/:id", formBody({ ...ofForm, ...SENDING })),
    onScreen("POST /admin/logins", formBody({ intent: fc.constant("end"), login: oddId })),
    onScreen("POST /admin/tokens end", formBody({ formId, end: oddId })),
    onScreen(
      "POST /admin/tokens",
      formBody({ formId, name: oddText, until: oddText, "program:read": fc.constantFrom("on", "") }),
    ),
    writing("PUT /objects/uploads/:id", uploadPath, rawImage),
    onScreen("POST /api/objects/upload", json({ name: word })),
    onItem(
      "PUT /api/speakers/:id/image",
      json({ imageURL: fc.uuid().map((key) => `/objects/uploads/${key}`) }),
    ),
    onItem("DELETE /api/speakers/:id/image", json({})),
    onScreen("POST /api/registrations", json({ ...REGISTRATION, status: fc.constant("x") })),
    onScreen("POST /api/admin/speakers", speakerJson),
    onScreen("POST /api/admin/program", json(PROGRAM_SESSION)),
    ...["PUT", "DELETE"].flatMap((method) => [
      onItem(`${method} /api/admin/speakers/:id`, speakerJson),
      onItem(`${method} /api/admin/program/:id`, json(PROGRAM_SESSION)),
    ]),
    onItem("PUT /api/admin/speakers/by-external-id/:externalId", speakerJson),
    onItem("PUT /api/admin/program/by-external-id/:externalId", json(PROGRAM_SESSION)),
    onScreen("POST /api/admin/speaker-sessions", connectionJson),
    onItem("PUT /api/admin/delegates/:id/status", json({ status: DESK.status, note: oddText })),
    onItem("POST /api/admin/delegates/:id/check-in", json({})),
    writing(
      "DELETE /api/admin/speaker-sessions/:speakerId/:sessionId",
      fc
        .tuple(segment, segment, oddSearch)
        .map(([a, b, search]) => `/api/admin/speaker-sessions/${a}/${b}${search}`),
      connectionJson,
    ),
  ];
}
