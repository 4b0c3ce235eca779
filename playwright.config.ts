import { defineConfig } from "@playwright/test";
import { launchPath } from "./dev/test/browser.ts";
import { BEHIND_CADDY, EMPTY_SITE, PANEL_SITE, SAMPLE_SITE } from "./tests/support/sites.ts";

// Caddy's certificates are of an authority of its own.
if (BEHIND_CADDY) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  reporter: "line",
  use: {
    baseURL: SAMPLE_SITE.origin,
    ignoreHTTPSErrors: BEHIND_CADDY,
    viewport: { width: 1280, height: 800 },
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      ...launchPath(),
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "with script", use: { javaScriptEnabled: true } },
    { name: "without script", use: { javaScriptEnabled: false } },
  ],
  webServer: [SAMPLE_SITE, EMPTY_SITE, PANEL_SITE].map((site) => ({
    command: `node tests/support/serve-site.ts ${site.name}`,
    url: `${site.origin}/healthz`,
    ignoreHTTPSErrors: BEHIND_CADDY,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
  })),
});
