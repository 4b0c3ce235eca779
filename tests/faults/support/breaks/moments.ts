import type { Break } from "./break.ts";

const PHASE = "tests/models/phase.test.ts";
const MOMENTS = "tests/routes/moments.test.ts";

export const MOMENTS_BREAKS: Break[] = [
  {
    promise: "pages",
    what: "a session is still on in the second of its end",
    file: "app/models/landing/phase.server.ts",
    find: "start <= now && now < end",
    replace: "start <= now && now <= end",
    test: PHASE,
    name: "a session is on from its first second",
  },
  {
    promise: "pages",
    what: "a price ends when its last day begins",
    file: "app/models/landing/prices.server.ts",
    find: "now < midnight(until, timeZone, 1)",
    replace: "now < midnight(until, timeZone)",
    test: PHASE,
    name: "a price is good until the end of its last day",
  },
  {
    promise: "pages",
    what: "the page outlasts the moment that it was made for",
    file: "app/models/landing/editions.server.ts",
    find: "now >= current.since && now < current.until",
    replace: "now >= current.since",
    test: MOMENTS,
    name: "the page is kept until the moment",
  },
  {
    promise: "pages",
    what: "other caches keep the page beyond the moment",
    file: "app/server/cached-page.server.ts",
    find: "shared.isEnding ? ASKED_FOR_EACH_TIME : KEPT_BY_CACHES",
    replace: "KEPT_BY_CACHES",
    test: MOMENTS,
    name: "the page is kept until the moment",
  },
  {
    promise: "pages",
    what: "an address makes pages of times on a site that is no demo",
    file: "app/server/shared-addresses.server.ts",
    find: 'if (kind === "time" && env.DEMO === "on") return null;',
    replace: 'if (kind === "time") return null;',
    test: MOMENTS,
    name: "is nothing to a site that is no demo",
  },
  {
    promise: "pages",
    what: "an address says what time it is on a site that is no demo",
    file: "app/http/time-asked-for.server.ts",
    find: 'env.DEMO === "on" ?',
    replace: "Object.is(env.DEMO, env.DEMO) ?",
    test: MOMENTS,
    name: "is nothing to a site that is no demo",
  },
  {
    promise: "pages",
    what: "somebody registers when the day is over",
    file: "app/models/delegate/delegate.server.ts",
    find: "if (isRegistrationClosed()) {",
    replace: 'if (isRegistrationClosed() && registration.name === "") {',
    test: MOMENTS,
    name: "nobody is registered",
  },
  {
    promise: "pages",
    what: "the clock closes the sample conference",
    file: "app/conference/day.server.ts",
    find: "isSampleDay ? SAMPLE_TIME : new Date()",
    replace: "SAMPLE_TIME > new Date() ? SAMPLE_TIME : new Date()",
    test: MOMENTS,
    name: "the sample conference is always before its day",
  },
];
