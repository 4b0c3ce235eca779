// Configuration for the conference's day, in which one of two phones has no JavaScript.
import { defineConfig } from "@playwright/test";
import quick from "../../playwright.config.ts";

export default defineConfig({
  ...quick,
  testDir: ".",
  globalSetup: "../support/seed-template.ts",
  outputDir: "../../test-results",
  projects: [{ name: "with JavaScript" }],
});
