// app/server/inline-scripts.server.ts finds the inline scripts. If a new version of React or React
// Router writes them differently, these tests fail before browsers block a script.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openSampleApp } from "../support/app.ts";

test("the policy names each inline script of a page, and only the last one starts the scripts", async () => {
  const app = await openSampleApp();
  for (const path of ["/", "/?session=2", "/?speaker=1", "/register", "/nowhere"]) {
    const response = await app.fetch(path);
    const html = await response.text();
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g)].map(
      ({ groups }) => ({ attributes: groups?.attributes ?? "", text: groups?.text ?? "" }),
    );
    const run = scripts.filter(({ attributes, text }) => !/ld\+json/.test(attributes) && text !== "");
    // React Router's module and the site's own script with its data each need a hash.
    expect(run, path).toHaveLength(2);
    for (const { text } of run)
      expect(policy, path).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    expect(policy.match(/script-src ([^;]*)/)?.[1]?.match(/'sha256-/g), path).toHaveLength(
      new Set(run.map(({ text }) => text)).size,
    );
    expect(
      run.filter(({ attributes }) => attributes.includes('type="text/plain" data-late=""')),
    ).toHaveLength(1);
    for (const early of [' type="module"', "modulepreload", ' nonce="'])
      expect(html, path).not.toContain(early);
  }
});

test("links in the head of a page stay there: its icon, its manifest, the styles of its screen", async () => {
  const app = await openSampleApp();
  for (const path of ["/", "/register", "/now", "/nowhere"]) {
    const html = await (await app.fetch(path)).text();
    expect(html, path).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>');
    expect(html, path).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
    expect(/<link rel="stylesheet" href="[^"]*now-[^"]+\.css"\/>/.test(html), path).toBe(path === "/now");
  }
});
