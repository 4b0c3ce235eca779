import { defineConfig } from "@playwright/test";
import { browserOptions } from "./dev/test/browsers.ts";
import { CAMERA_ARGS } from "./tests/support/fake-camera.ts";
import { BEHIND_CADDY, SAMPLE_SITE } from "./tests/support/sites.ts";
import { PLAIN, QUICK, QUICK_PLAIN, SCRIPTED } from "./tests/support/tags.ts";

// Caddy issues its own certificates, which Node does not trust.
if (BEHIND_CADDY) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

const isRoot = process.getuid?.() === 0;

/** Excludes tests tagged `others`. E2E=quick selects tests tagged `quick`. E2E=rest omits them. */
function wanted(others: string, quick: string) {
  const tagged = (...tags: string[]) => new RegExp(`(${tags.join("|")})(?![\\w-])`);
  return process.env.E2E === "quick"
    ? { grep: tagged(quick), grepInvert: tagged(others) }
    : { grepInvert: tagged(others, ...(process.env.E2E === "rest" ? [quick] : [])) };
}

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  // With E2E=rest, a third worker uses the processors while the other two wait.
  workers: process.env.E2E === "rest" ? 3 : 2,
  // Starting a thread may take a small computer seconds.
  expect: { timeout: 15_000 },
  // Retries failed tests once in CI. The report names tests that passed only on retry.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  reporter: "line",
  use: {
    baseURL: SAMPLE_SITE.origin,
    ignoreHTTPSErrors: BEHIND_CADDY,
    viewport: { width: 1280, height: 800 },
    // Turns off animations, because they slow the tests. Tests of animations turn them on.
    contextOptions: { reducedMotion: "reduce" },
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      ...browserOptions(),
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        ...CAMERA_ARGS,
      ],
    },
  },
  globalSetup: "./tests/support/seed-template.ts",
  projects: [
    { name: "with JavaScript", use: { javaScriptEnabled: true }, ...wanted(PLAIN, QUICK) },
    { name: "without JavaScript", use: { javaScriptEnabled: false }, ...wanted(SCRIPTED, QUICK_PLAIN) },
  ],
});
