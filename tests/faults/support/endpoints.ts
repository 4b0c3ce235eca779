// Every address of the site, with what belongs there: odd input starts from what is nearly right.
import fc from "fast-check";
import { type Body, formBody, jsonBytes, oddId, oddSearch, oddText } from "./odd-values.ts";

export type Endpoint = {
  name: string;
  /** As the route table has it. */
  route: string;
  method: string;
  /** The path and what follows it. */
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
  intent: fc.constantFrom("bulk", "delete", "send-again", "undo", ""),
  decision: fc.constantFrom("", "confirmed:1:pending", "declined:2:pending:open", "vip:1:pending", "::"),
  note: fc.constantFrom("", "We are full."),
  change: id,
  return: fc.constantFrom("row", ""),
  delegate: id,
  id: fc.oneof(id, fc.constantFrom("1:pending", "1:vip", ":", "2:confirmed:")),
  status: fc.constantFrom("pending", "confirmed", "attended"),
  scope: fc.constantFrom("all", "page", "selected", "left"),
  shown: fc.constantFrom("1:pending,2,3:confirmed", "", "1,1"),
  latest: id,
  seen: id,
  job: id,
};
const numberId = fc.integer({ min: 1, max: 20 });

const json = (valid: Record<string, fc.Arbitrary<unknown>>) =>
  jsonBytes(valid).map((bytes): Body => ({ type: "application/json", bytes }));
const at = (path: string, search = oddSearch) => search.map((after) => path + after);
/** A screen of the desk, and what may follow it. */
const afterScreen = (screen: string) => oddSearch.map((search) => `?${screen}&${search.slice(1)}`);
const segment = oddId.map((value) => encodeURIComponent(value.toWellFormed()));
const ofOne = (before: string, after = "") =>
  fc.tuple(segment, oddSearch).map(([one, search]) => `${before}${one}${after}${search}`);
/** The address of a dialog of an admin screen, with an id that may be none. */
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

/** An address, and sometimes a file that nearly is an image. */
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

/** A list of speakers, sessions or delegates, and sometimes a file that nearly is one. */
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

/** All of them. `images` are whole ones to start from, `uploadPaths` good addresses to PUT one to. */
export function endpoints(images: Uint8Array[], newUploadPath: () => string): Endpoint[] {
  const file = nearlyImage(images);
  const speakerForm = formBody({ ...ofForm, ...SPEAKER, featured: fc.constantFrom("on", "") }, file);
  const programForm = formBody({ ...ofForm, ...PROGRAM_SESSION });
  const moveForm = formBody({ id, move: fc.constantFrom("up", "down") });
  const undoForm = formBody({ deletion: formId, intent: fc.constant("undo") });
  const importForm = formBody(
    {
      ...ofForm,
      intent: fc.constantFrom("", "import", "undo"),
      file: formId,
      mail: fc.constantFrom("send", "none"),
      deletion: formId,
    },
    nearlyCsv,
    "list",
  );
  const deskForm = formBody({ ...ofForm, ...DESK });
  const doorForm = formBody({ ...ofForm, id, intent: fc.constantFrom("check-in", "undo-check-in") });
  const speakerJson = json({ ...SPEAKER, featured: fc.boolean() });
  const connectionJson = json({ ...CONNECTION, speakerId: numberId, sessionId: numberId });
  const rawImage = fc
    .oneof(file, fc.uint8Array({ maxLength: 60 }))
    .map((bytes): Body => ({ type: "image/png", bytes }));
  const uploadPath = fc.oneof(
    { weight: 3, arbitrary: fc.constant(null).map(() => newUploadPath()) },
    { weight: 1, arbitrary: ofOne("/objects/uploads/") },
  );
  return [
    reading("/"),
    reading("/", dialog("/", "session")),
    reading("/", dialog("/", "speaker")),
    reading("/register"),
    reading("/now"),
    reading(
      "/now",
      oddText.map((at) => `/now?at=${encodeURIComponent(at.toWellFormed())}`),
    ),
    reading("/accessibility"),
    reading("/privacy"),
    reading("/healthz"),
    reading("/calendar.ics"),
    reading("/calendar/:id.ics", ofOne("/calendar/", ".ics")),
    reading("/og.png"),
    reading("/og/:id.png", ofOne("/og/", ".png")),
    reading("/sitemap.xml"),
    reading("/robots.txt"),
    reading("/manifest.webmanifest"),
    reading("/api/docs"),
    reading("/api/openapi.json"),
    reading("/admin"),
    reading("/admin/speakers"),
    reading("/admin/program"),
    reading("/admin/connections"),
    reading("/admin/delegates"),
    ...["door", "badges", "format=csv"].map((screen) => ({
      ...reading("/admin/delegates", at("/admin/delegates", afterScreen(screen))),
      name: `GET /admin/delegates?${screen}`,
    })),
    ...["/admin/speakers", "/admin/program", "/admin/delegates"].flatMap((list) => [
      reading(`${list}.csv`),
      reading(`${list}/import`),
      writing(`POST ${list}/import`, at(`${list}/import`), importForm),
    ]),
    reading("/admin/delegates/door"),
    reading("/admin/delegates/walk-in"),
    reading("/admin/delegates/badges"),
    reading("/admin/delegates/door-list"),
    reading("/admin/delegates/:id", ofOne("/admin/delegates/")),
    reading("/admin/delegates/:id/personal-data.json", ofOne("/admin/delegates/", "/personal-data.json")),
    reading("/admin/messages"),
    reading("/admin/messages/new"),
    reading("/admin/messages/:id", ofOne("/admin/messages/")),
    reading("/admin/messages/:id/edit", ofOne("/admin/messages/", "/edit")),
    reading("/registration"),
    reading("/registration/:token", ofOne("/registration/")),
    reading("/registration/:token/cancel", ofOne("/registration/", "/cancel")),
    reading("/registration/:token/calendar.ics", ofOne("/registration/", "/calendar.ics")),
    reading("/registration/:token/*", ofOne("/registration/x/")),
    reading("/admin/logins", dialog("/admin/logins", "end")),
    reading("/admin/*", ofOne("/admin/")),
    reading("/objects/uploads/:id", ofOne("/objects/uploads/")),
    reading("/api/login"),
    reading("/api/logout"),
    reading("/api"),
    reading("/api/*", ofOne("/api/")),
    reading("/api/auth/user"),
    reading("/api/program"),
    reading("/api/speakers"),
    reading("/api/sessions/:id/speakers", ofOne("/api/sessions/", "/speakers")),
    reading("/api/speakers/:id/sessions", ofOne("/api/speakers/", "/sessions")),
    reading("/api/admin"),
    reading("/api/admin/*", ofOne("/api/admin/")),
    reading("/api/admin/speaker-sessions"),
    reading("/api/admin/delegates"),
    reading("/*", ofOne("/")),
    reading("/__manifest"),

    writing("POST /register", at("/register"), formBody({ formId, ...REGISTRATION })),
    writing(
      "POST /register cancel",
      dialog("/register", "registration"),
      formBody({ intent: fc.constant("cancel") }),
    ),
    writing(
      "POST /registration/:token/cancel",
      ofOne("/registration/", "/cancel"),
      formBody({ intent: fc.constant("cancel"), shown: oddText }),
    ),
    writing(
      "POST /registration/:token",
      ofOne("/registration/"),
      formBody({ intent: fc.constant("confirm-email") }),
    ),
    writing("POST /api/login", at("/api/login"), formBody({ link: oddText })),
    writing("POST /admin/speakers add", dialog("/admin/speakers", "add"), speakerForm),
    writing("POST /admin/speakers edit", dialog("/admin/speakers", "edit"), speakerForm),
    writing("POST /admin/speakers delete", dialog("/admin/speakers", "delete"), speakerForm),
    writing("POST /admin/speakers move", at("/admin/speakers"), moveForm),
    writing("POST /admin/speakers undo", at("/admin/speakers"), undoForm),
    writing("POST /admin/program undo", at("/admin/program"), undoForm),
    writing("POST /admin/connections undo", at("/admin/connections"), undoForm),
    writing("POST /admin/program add", dialog("/admin/program", "add"), programForm),
    writing("POST /admin/program edit", dialog("/admin/program", "edit"), programForm),
    writing("POST /admin/program delete", dialog("/admin/program", "delete"), programForm),
    writing("POST /admin/program move", at("/admin/program"), moveForm),
    writing("POST /admin/connections connect", at("/admin/connections"), formBody(CONNECTION)),
    writing(
      "POST /admin/connections disconnect",
      at("/admin/connections"),
      formBody({ ...CONNECTION, disconnect: fc.constant("") }),
    ),
    writing("POST /admin/delegates status", at("/admin/delegates"), deskForm),
    writing("POST /admin/delegates door", at("/admin/delegates", afterScreen("door")), doorForm),
    writing("POST /admin/delegates/door", at("/admin/delegates/door"), doorForm),
    writing(
      "POST /admin/delegates/walk-in",
      at("/admin/delegates/walk-in"),
      formBody({ formId, ...REGISTRATION }),
    ),
    writing(
      "POST /admin/delegates/:id",
      ofOne("/admin/delegates/"),
      formBody({ formId, intent: fc.constant("delete") }),
    ),
    writing(
      "POST /admin/messages",
      at("/admin/messages"),
      formBody({ ...ofForm, intent: fc.constantFrom("undo", ""), deletion: oddText }),
    ),
    writing("POST /admin/messages/new", at("/admin/messages/new"), deskForm),
    writing(
      "POST /admin/messages/:id/edit",
      ofOne("/admin/messages/", "/edit"),
      formBody({ ...ofForm, subject: oddText, text: oddText, isForAll: fc.constantFrom("on", "") }),
    ),
    writing(
      "POST /admin/messages/:id",
      ofOne("/admin/messages/"),
      formBody({
        ...ofForm,
        intent: fc.constantFrom("send", "test", "take-back", "stop", "delete"),
        when: fc.constantFrom("soon", "at"),
        at: oddText,
        as: oddId,
        count: oddId,
      }),
    ),
    writing(
      "POST /admin/logins end",
      dialog("/admin/logins", "end"),
      formBody({ intent: fc.constant("end"), login: oddId }),
    ),
    writing("PUT /objects/uploads/:id", uploadPath, rawImage),
    writing("POST /api/objects/upload", at("/api/objects/upload"), json({ name: word })),
    writing(
      "PUT /api/speakers/:id/image",
      ofOne("/api/speakers/", "/image"),
      json({ imageURL: fc.uuid().map((key) => `/objects/uploads/${key}`) }),
    ),
    writing(
      "POST /api/registrations",
      at("/api/registrations"),
      json({ ...REGISTRATION, status: fc.constant("x") }),
    ),
    writing("POST /api/admin/speakers", at("/api/admin/speakers"), speakerJson),
    writing("PUT /api/admin/speakers/:id", ofOne("/api/admin/speakers/"), speakerJson),
    writing("DELETE /api/admin/speakers/:id", ofOne("/api/admin/speakers/"), speakerJson),
    writing("POST /api/admin/program", at("/api/admin/program"), json(PROGRAM_SESSION)),
    writing("PUT /api/admin/program/:id", ofOne("/api/admin/program/"), json(PROGRAM_SESSION)),
    writing("DELETE /api/admin/program/:id", ofOne("/api/admin/program/"), json(PROGRAM_SESSION)),
    writing("POST /api/admin/speaker-sessions", at("/api/admin/speaker-sessions"), connectionJson),
    writing(
      "DELETE /api/admin/speaker-sessions/:speakerId/:sessionId",
      fc
        .tuple(segment, segment, oddSearch)
        .map(([a, b, search]) => `/api/admin/speaker-sessions/${a}/${b}${search}`),
      connectionJson,
    ),
  ];
}
