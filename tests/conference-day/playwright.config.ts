// Configuration for the conference's day, in which one of two phones has no JavaScript.
import { defineConfig } from "@playwright/test";
import quick from "../../playwright.config.ts";

export default defineConfig({
  ...quick,
  testDir: ".",
  globalSetup: "../support/seed-template.ts",
  outputDir: "../../test-results",
  // A bulk change of 200 people takes seconds on a slow computer.
  expect: { timeout: 30_000 },
  projects: [{ name: "with JavaScript" }],
});
