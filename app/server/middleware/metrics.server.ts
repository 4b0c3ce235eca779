// Serves GET /metrics, which contains no personal data.
import type { IncomingMessage } from "node:http";
import { readLastBackupTime } from "#app/backup/command.server.ts";
import { databaseSizeBytes, findHealthProblem, freeDiskBytes } from "#app/db/health.server.ts";
import { countDelegates } from "#app/models/delegate/delegate.server.ts";
import { countMail } from "#app/models/outbox/mail-state.server.ts";
import { isSameSecret, readBearerToken } from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { logSecurityEvent, securityEventCounts } from "#app/platform/security-events.server.ts";
import { pageCacheCounts } from "#app/server/middleware/page-cache.server.ts";
import { type Middleware, onResponseDone } from "#app/server/middleware.server.ts";
import {
  ANY_PATH,
  createRouteMatcher,
  listLeafRoutes,
  type RouteTable,
} from "#app/server/route-table.server.ts";
import type { Site } from "#app/server/site.server.ts";

// Loaded only if metrics are on.
const prometheus = env.METRICS_TOKEN === undefined ? null : await import("prom-client");

/** In seconds. A cached page takes at most 0.01 s, and visitors leave within ten seconds. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const skip: Middleware = (_, __, next) => next();

/** Without METRICS_TOKEN, both middleware functions do nothing. */
export function createMetrics({ routes }: Site): Record<"countRequests" | "serveMetrics", Middleware> {
  if (!prometheus) return { countRequests: skip, serveMetrics: skip };
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = prometheus;
  const registry = new Registry();
  const registers = [registry];
  const patternOf = createRoutePatterns(routes);
  collectDefaultMetrics({ register: registry });

  /** `read` is called on each scrape. */
  const counter = (name: string, help: string, label: string, read: () => Iterable<[string, number]>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [value, count] of read()) this.inc({ [label]: value }, count);
      },
    });

  const requests = new Counter({
    name: "byline_http_requests_total",
    help: "Completed requests, by route pattern and status class.",
    labelNames: ["route", "status"] as const,
    registers,
  });
  // Prometheus sees no increase if a series begins with its first failure.
  for (const route of [...listLeafRoutes(routes).map(({ path }) => path), ANY_PATH, "/metrics", "/assets/*"])
    requests.inc({ route, status: "5xx" }, 0);
  const durations = new Histogram({
    name: "byline_http_request_duration_seconds",
    help: "Time from a request's first line to the end of its response.",
    buckets: BUCKETS_S,
    registers,
  });
  /** Reports NaN if the database does not respond. */
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await orNaN(read));
      },
    });

  gauge("byline_database_up", "1 if the database responds, otherwise 0.", async () =>
    Number((await findHealthProblem()) !== "database unavailable"),
  );
  gauge("byline_registrations", "Stored registrations of any status.", countDelegates);
  gauge("byline_database_bytes", "Size of the database file and its write-ahead log.", databaseSizeBytes);
  gauge("byline_disk_free_bytes", "Free space on the disk of DATA_DIR.", freeDiskBytes);
  gauge(
    "byline_last_backup_timestamp_seconds",
    "Unix time of the last backup; 0 without any.",
    () => Number(readLastBackupTime(env.DATA_DIR) ?? 0) / 1000,
  );
  new Gauge({
    name: "byline_outbox_mails",
    help: "Emails that have not been sent.",
    labelNames: ["state"] as const,
    registers,
    async collect() {
      for (const state of ["waiting", "sending", "failed", "held", "restored"] as const)
        this.set({ state }, await orNaN(() => countMail(state)));
    },
  });
  counter(
    "byline_security_events_total",
    "Security events in the log, such as refused logins and tokens, and limits that were reached.",
    "event",
    () => securityEventCounts,
  );
  counter(
    "byline_page_cache_requests_total",
    "Requests for public pages served from the page cache (hit) or rendered (miss).",
    "result",
    () => Object.entries(pageCacheCounts),
  );

  async function metricsFor({ method, headers }: IncomingMessage) {
    const plain = (status: number, text: string, more: Record<string, string>) => ({
      status,
      headers: { "Content-Type": "text/plain; charset=utf-8", ...more },
      body: `${text}\n`,
    });
    if (method !== "GET" && method !== "HEAD")
      return plain(405, "Metrics are read-only.", { Allow: "GET, HEAD" });
    if (!isSameSecret(readBearerToken(headers.authorization) ?? "", env.METRICS_TOKEN ?? "")) {
      logSecurityEvent("token-refused", { reason: "unknown", opens: "metrics" });
      const challenge = { "WWW-Authenticate": 'Bearer realm="metrics"' };
      return plain(401, "Send the token of METRICS_TOKEN as a bearer token.", challenge);
    }
    return { status: 200, headers: { "Content-Type": registry.contentType }, body: await registry.metrics() };
  }

  return {
    countRequests({ url = "" }, response, next) {
      onResponseDone(response, ({ status, ms }) => {
        requests.inc({ route: patternOf(url), status: `${Math.floor(status / 100)}xx` });
        durations.observe(ms / 1000);
      });
      return next();
    },
    async serveMetrics(request, response, next) {
      if ((request.url ?? "").split("?", 1)[0] !== "/metrics") return next();
      const { status, headers, body } = await metricsFor(request);
      const length = { "Cache-Control": "no-store", "Content-Length": Buffer.byteLength(body) };
      response.writeHead(status, { ...headers, ...length });
      response.end(request.method === "HEAD" ? undefined : body);
    },
  };
}

/** Returns a function from path to route pattern, so labels never contain visitors' input. */
export function createRoutePatterns(routes: RouteTable): (url: string) => string {
  const routeAt = createRouteMatcher(routes);
  return (url) => {
    const path = (url.split("?", 1)[0] ?? "").replace(/^\/_(root)?\.data$/, "/").replace(/\.data$/, "");
    if (path === "/metrics") return path;
    if (path.startsWith("/assets/")) return "/assets/*";
    try {
      return routeAt(path)?.path ?? ANY_PATH;
    } catch {
      // The path is invalid, and the request was refused.
      return ANY_PATH;
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
