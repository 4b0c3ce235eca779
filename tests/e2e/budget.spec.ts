// Budgets for the first view, in bytes and requests. `npm run bench` measures times.
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { expect, PLAIN, SCRIPTED, startSample, test } from "../support/journey.ts";
import { WITH_OTHER } from "../support/other-conference.ts";
import { type Answer, send } from "../support/send.ts";
import { startedAt } from "../support/server-clock.ts";
import { BEHIND_CADDY, SAMPLE_SITE } from "../support/sites.ts";

/** Bytes in the ten TCP segments that a server sends before it needs an acknowledgement. */
const ONE_ROUND_TRIP = 14_600;
const BROTLI = { "Accept-Encoding": "gzip, deflate, br" };

/** Bytes of a response, headers included. */
const sizeOf = ({ names, headers, bytes }: Answer): number =>
  names.reduce(
    (size, name) => size + name.length + 4 + String(headers[name]).length,
    bytes.length + "HTTP/1.1 200 OK\r\n\r\n".length,
  );

for (const [path, limit] of [
  ["/", ONE_ROUND_TRIP],
  ["/?session=1", ONE_ROUND_TRIP],
  ["/?speaker=1", ONE_ROUND_TRIP],
  ["/register", 10_000],
] as const) {
  test(`${path} is drawn from its first ${limit} bytes, headers included`, async () => {
    test.skip(BEHIND_CADDY, "HTTP/2 compresses headers, and this test counts them uncompressed");
    const answer = await send(SAMPLE_SITE.origin, { path, headers: BROTLI });
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(sizeOf(answer)).toBeLessThanOrEqual(limit);
  });
}

test("on the day, too, the page is drawn from its first 14,600 bytes, with its clock", {
  tag: PLAIN,
}, async () => {
  const site = await startSample({ ...WITH_OTHER, ...startedAt("2027-05-20T11:20:05+03:00") });
  const answer = await send(site.origin, { path: "/", headers: BROTLI });
  expect(brotliDecompressSync(answer.bytes).toString()).toContain("On now, until 12:00");
  expect(sizeOf(answer)).toBeLessThanOrEqual(ONE_ROUND_TRIP);
  await site.stop();
});

test("the first view takes at most 12 requests plus photos and later sheets, and 250 kB, of them 126 kB script", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/", "/register"]) {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    const sizes = new Map<string, number>();
    let scriptBytes = 0;
    let later = 0;
    page.on("response", (response) => {
      // Browsers load these last, and some load fewer photos than others.
      if (/\/portraits\/|\/(print|lower-sections)-/.test(response.url())) later += 1;
      if (response.request().resourceType() !== "script") return;
      scriptBytes += Number(response.headers()["content-length"]);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      sizes.set(requestId, encodedDataLength),
    );
    await page.goto(path, { waitUntil: "networkidle" });
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(sizes.size - later, path).toBeLessThanOrEqual(12);
    expect(all, path).toBeLessThanOrEqual(250_000);
    expect(scriptBytes, path).toBeLessThanOrEqual(126_000);
    expect(scriptBytes, path).toBeGreaterThan(50_000);
    page.removeAllListeners("response");
    await session.detach();
  }
});

test("the first paint waits for no request, and the page for no script", async () => {
  for (const path of ["/", "/register"]) {
    const { body } = await send(SAMPLE_SITE.origin, { path });
    // Later sections may have their own sheet. All before them is drawn without it.
    const [first = ""] = body.split('<section id="program"');
    const withScript = first.replace(/<noscript>.*?<\/noscript>|<link[^>]+media="print"\/>/gs, "");
    expect(withScript).not.toMatch(/<link[^>]+rel="(stylesheet|modulepreload|preload)"/);
    expect(withScript.replaceAll(/<script[\s>].*?<\/script>/gs, "")).not.toMatch(/@font-face\s*\{[^}]*url\(/);
    // Fonts load late, by script or by a <noscript> link, because browsers would prioritise them.
    expect(body).not.toMatch(/<link[^>]+fonts-[\w-]+\.css[\s\S]*<main/);
    expect(body).toMatch(
      /<noscript><link rel="stylesheet" href="[^"]+fonts-[^"]+css"\/><link[^>]+media="print"[^>]*\/><\/noscript>/,
    );
    expect(body.match(/new FontFace\(/g)).toHaveLength(2);
    expect(body).not.toMatch(/<script[^>]+(src=|type="module")/);
  }
});

test("public pages load neither zod nor code of the panel", { tag: SCRIPTED }, async ({ page }) => {
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script") scripts.push(await response.text());
  });
  for (const path of ["/", "/?session=2", "/?speaker=1", "/register"])
    await page.goto(path, { waitUntil: "networkidle" });
  const all = scripts.join("\n");
  expect(brotliCompressSync(all).length).toBeGreaterThan(50_000);
  for (const word of [
    "ZodError",
    "invalid_type",
    "Speakers Management",
    "Registered Delegates",
    "Conference Schedule (",
  ]) {
    expect(all, word).not.toContain(word);
  }
});

test("nothing moves when the fonts load, on phones and desktops", { tag: SCRIPTED }, async ({ page }) => {
  await page.addInitScript(() => {
    const moved = { shift: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        moved.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/", "/register"]) {
    for (const width of [360, 375, 390, 412, 1280]) {
      await page.setViewportSize({ width, height: 823 });
      await page.goto(path);
      await page.waitForFunction(
        () => [...document.fonts].filter(({ status }) => status === "loaded").length > 1,
      );
      const shift = await page.evaluate(
        () =>
          new Promise<number>((done) =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() =>
                done((window as unknown as { moved: { shift: number } }).moved.shift),
              ),
            ),
          ),
      );
      expect(shift, `${path} at ${width} px`).toBeLessThan(0.05);
    }
  }
});
