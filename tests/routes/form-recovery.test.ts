import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { openApp } from "../support/app.ts";

test("without a response, every form is kept, and the root keeps the page", async () => {
  await openApp();
  const build: ServerBuild = await import(resolve("build/server/index.js"));
  const { routes } = build.assets;
  expect(routes.root?.hasClientMiddleware).toBe(true);
  // The route for unknown addresses has an action, but no page has a form for it.
  const withForms = Object.keys(build.routes).filter((id) => {
    const { action, default: component } = build.routes[id]?.module ?? {};
    return action !== undefined && component !== undefined && build.routes[id]?.path !== "*";
  });
  expect(withForms.length).toBeGreaterThanOrEqual(6);
  for (const id of withForms) {
    expect(routes[id]?.hasClientAction, id).toBe(true);
    // The import screens share one file, and so do the forms of a delegate's link.
    const ownForm = id.replace(/^pass-on$/, "routes/registration/own-form");
    const file = ownForm.replace(/\w+\/import$/, "import/import-screen");
    expect(readFileSync(`app/${file}.tsx`, "utf8"), id).toMatch(
      /^(?:export )?const \w+ = with(?:Form|Toast)Recovery\(/m,
    );
  }
});
