// GET /metrics: how the site is, for Prometheus. Nothing in it is about a person. Off without METRICS_TOKEN.
import type { IncomingMessage } from "node:http";
import { databaseAnswers, databaseBytes } from "#app/db/health.server.ts";
import { countDelegates } from "#app/models/delegate/delegate.server.ts";
import { countMail } from "#app/models/outbox/mail-state.server.ts";
import { isSameSecret } from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { securityEvent, securityEventCounts } from "#app/platform/security-events.server.ts";
import { pageCacheCounts } from "#app/server/middleware/page-cache.server.ts";
import { type Middleware, onDone } from "#app/server/middleware.server.ts";
import { ANYTHING, createRouteMatcher, type RouteTable } from "#app/server/route-table.server.ts";
import type { Site } from "#app/server/site.server.ts";

// Who does not measure pays nothing for it.
const prometheus = env.METRICS_TOKEN === undefined ? null : await import("prom-client");

type MetricsAnswer = { status: number; headers: Record<string, string>; body: string };
type Metrics = { countRequests: Middleware; answerMetrics: Middleware };

/** Up to a hundredth of a second is a page from the cache; past ten somebody has left. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const skip: Middleware = (_, __, next) => next();

/** Two steps, which do nothing where METRICS_TOKEN is not set: one counts every request, one answers GET /metrics. */
export function createMetrics({ routes }: Site): Metrics {
  if (!prometheus) return { countRequests: skip, answerMetrics: skip };
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = prometheus;
  const registry = new Registry();
  const registers = [registry];
  const patternOf = createRoutePatterns(routes);
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: "byline_http_requests_total",
    help: "Requests answered, by the pattern of their route and the class of the status.",
    labelNames: ["route", "status"] as const,
    registers,
  });
  const durations = new Histogram({
    name: "byline_http_request_duration_seconds",
    help: "From a request's first line to the end of its answer.",
    buckets: BUCKETS_S,
    registers,
  });
  /** A gauge that is read when it is asked for; not a number where the database does not answer. */
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await orNaN(read));
      },
    });

  gauge("byline_database_up", "Whether the database answers.", async () =>
    (await databaseAnswers()) ? 1 : 0,
  );
  gauge("byline_registrations", "Registrations that are stored, whatever their status.", countDelegates);
  gauge("byline_database_bytes", "The database file and its write-ahead log.", databaseBytes);
  new Gauge({
    name: "byline_outbox_mails",
    help: "Emails waiting to be sent, held back for their address, or given up.",
    labelNames: ["state"] as const,
    registers,
    async collect() {
      for (const state of ["waiting", "held", "failed"] as const)
        this.set({ state }, await orNaN(() => countMail(state)));
    },
  });
  new Counter({
    name: "byline_security_events_total",
    help: "What the log calls security: logins and tokens that were refused, limits that were reached.",
    labelNames: ["event"] as const,
    registers,
    collect() {
      this.reset();
      for (const [event, count] of securityEventCounts) this.inc({ event }, count);
    },
  });
  new Counter({
    name: "byline_page_cache_requests_total",
    help: "Requests for public pages that the page cache answered from what it had (hit) or had to have rendered (miss).",
    labelNames: ["result"] as const,
    registers,
    collect() {
      this.reset();
      for (const result of ["hit", "miss"] as const) this.inc({ result }, pageCacheCounts[result]);
    },
  });

  /** The metrics, for who has the token. */
  async function metricsFor({ method, headers }: IncomingMessage): Promise<MetricsAnswer> {
    const plain = (status: number, text: string, more: Record<string, string> = {}) => ({
      status,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...more },
      body: `${text}\n`,
    });
    if (method !== "GET" && method !== "HEAD")
      return plain(405, "Metrics are only read.", { Allow: "GET, HEAD" });
    if (!hasToken(headers.authorization)) {
      securityEvent("token-refused", { reason: "unknown", opens: "metrics" });
      return plain(401, "Send the token of METRICS_TOKEN as a bearer token.", {
        "WWW-Authenticate": 'Bearer realm="metrics"',
      });
    }
    return {
      status: 200,
      headers: { "Content-Type": registry.contentType, "Cache-Control": "no-store" },
      body: await registry.metrics(),
    };
  }

  return {
    countRequests({ url = "" }, response, next) {
      onDone(response, ({ status, ms }) => {
        requests.inc({ route: patternOf(url), status: `${Math.floor(status / 100)}xx` });
        durations.observe(ms / 1000);
      });
      return next();
    },
    async answerMetrics(request, response, next) {
      if ((request.url ?? "").split("?", 1)[0] !== "/metrics") return next();
      const { status, headers, body } = await metricsFor(request);
      response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
      response.end(request.method === "HEAD" ? undefined : body);
    },
  };
}

/**
 * Answers a function that gives the pattern of the route that a path belongs to: as many values as there are
 * routes, whatever is asked for, and nothing in them that a visitor typed. React Router tells its middleware the
 * pattern too, but most requests never come so far.
 */
export function createRoutePatterns(routes: RouteTable): (url: string) => string {
  const routeAt = createRouteMatcher(routes);
  return (url) => {
    const path = (url.split("?", 1)[0] ?? "").replace(/^\/_(root)?\.data$/, "/").replace(/\.data$/, "");
    if (path === "/metrics") return path;
    if (path.startsWith("/assets/")) return "/assets/*";
    try {
      return routeAt(path)?.path ?? ANYTHING;
    } catch {
      // It is no path at all, and was refused for that.
      return ANYTHING;
    }
  };
}

async function orNaN(read: () => number | Promise<number>): Promise<number> {
  try {
    return await read();
  } catch (error) {
    log.warn({ error }, "a metric could not be read");
    return Number.NaN;
  }
}

function hasToken(authorization = ""): boolean {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  return isSameSecret(token, env.METRICS_TOKEN ?? "");
}
