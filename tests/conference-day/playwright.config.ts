// Configuration for the long test that only `npm run test:day` runs.
import { defineConfig } from "@playwright/test";
import quick from "../../playwright.config.ts";

export default defineConfig({
  ...quick,
  testDir: ".",
  globalSetup: "../support/seed-template.ts",
  outputDir: "../../test-results",
  projects: quick.projects?.map(({ name, use }) => ({ name, use })),
});
