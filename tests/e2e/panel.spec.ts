// The panel by hand: toasts, uploads, forms and their buttons, as an organiser meets them.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import sharp from "sharp";
import { insertDelegate } from "../support/delegates.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { expect, holdAnswers, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";
import { create, signIn } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

const photoBytes = () =>
  sharp({ create: { width: 90, height: 90, channels: 3, background: "#1b4f9c" } })
    .png()
    .toBuffer();
const photo = async () => ({ name: "portrait.png", mimeType: "image/png", buffer: await photoBytes() });
const newName = () => `Panel ${crypto.randomUUID().slice(0, 8)}`;

test.describe("toasts", { tag: SCRIPTED }, () => {
  test("what became of an image takes the place of the form's own toast", async ({ page }) => {
    await signIn(page);
    await page.goto("/admin/speakers?add");
    await ready(page, true);
    const toast = page.locator(".toast");
    await page.getByRole("button", { name: "Create Speaker" }).click();
    await expect(toast).toContainText("Validation Error");
    await page.getByLabel("Image").setInputFiles(await photo());
    await expect(toast.filter({ hasText: "Image uploaded successfully!" })).toBeVisible();
    await expect(toast).toHaveCount(1);

    await page.getByRole("button", { name: "Create Speaker" }).click();
    await expect(toast).toContainText("Validation Error");
    await expect(toast).toHaveCount(1);
    await page
      .getByLabel("Image")
      .setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no image") });
    await expect(toast.filter({ hasText: "Failed to update speaker image." })).toBeVisible();
    await expect(toast).toHaveCount(1);
  });

  for (const which of ["a new speaker", "one who is edited"]) {
    test(`an upload for ${which} that finds the login ended leads back to the form, like a save`, {
      tag: QUICK,
    }, async ({ page, context }) => {
      await signIn(page);
      const name = newName();
      const isNew = which === "a new speaker";
      const id = isNew ? 0 : await create(page, "speakers", { ...SPEAKER, name });
      await page.goto(isNew ? "/admin/speakers?add" : `/admin/speakers?edit=${id}`);
      await ready(page, true);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByLabel("Bio").fill("Typed before the login ended");
      await context.clearCookies({ name: /^(__Host-)?login$/ });
      await dialog.getByLabel("Image").setInputFiles(await photo());
      await expect(page.locator(".toast")).toContainText("You are logged out. Logging in again...");
      await page.waitForURL(/\/interaction\//);
      await page.getByRole("button", { name: "Olive Organ" }).click();
      await expect(dialog.getByLabel("Name")).toHaveValue(name);
      await expect(dialog.getByLabel("Bio")).toHaveValue("Typed before the login ended");
    });
  }

  test("a login that came back before the form could be kept leaves it as it is", async ({ page }) => {
    await signIn(page);
    const name = newName();
    const id = await create(page, "speakers", { ...SPEAKER, name });
    await page.goto(`/admin/speakers?edit=${id}`);
    await ready(page, true);
    const dialog = page.getByRole("dialog", { name: "Edit Speaker" });
    await dialog.getByLabel("Bio").fill("Not saved yet");
    await page.route("**/api/objects/upload", (route) =>
      route.fulfill({ status: 401, json: { message: "Unauthorized" } }),
    );
    await dialog.getByLabel("Image").setInputFiles(await photo());
    await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
    await expect(dialog.getByLabel("Bio")).toHaveValue("Not saved yet");
    const stored = await (await page.request.get("/api/speakers")).json();
    expect(stored.find((speaker: { id: number }) => speaker.id === id).bio).not.toBe("Not saved yet");
  });

  test("after an upload that broke, the same file can be chosen again, and giving up keeps it", async ({
    page,
    context,
  }, testInfo) => {
    await signIn(page);
    await page.goto("/admin/speakers?add");
    await ready(page, true);
    const path = testInfo.outputPath("portrait.png");
    writeFileSync(path, await photoBytes());
    const browser = await context.newCDPSession(page);
    const input = page.getByLabel("Image");
    // As the browser's own file dialog does it: no event where the same file stands there already.
    const choose = async () => {
      const chooser = page.waitForEvent("filechooser");
      await input.click();
      await chooser;
      const { root } = await browser.send("DOM.getDocument");
      const { nodeId } = await browser.send("DOM.querySelector", {
        nodeId: root.nodeId,
        selector: "input[type=file]",
      });
      await browser.send("DOM.setFileInputFiles", { files: [path], nodeId });
    };
    await page.route("**/api/objects/upload", (route) => route.abort("connectionreset"));
    await choose();
    await expect(page.getByText("The image could not be uploaded.")).toBeVisible();
    const names = () =>
      input.evaluate((element) => Array.from((element as HTMLInputElement).files ?? [], ({ name }) => name));
    expect(await names()).toEqual(["portrait.png"]);

    const chooser = page.waitForEvent("filechooser");
    await input.click();
    await chooser;
    await input.dispatchEvent("cancel", { bubbles: true });
    expect(await names()).toEqual(["portrait.png"]);

    await page.unroute("**/api/objects/upload");
    await choose();
    await expect(page.locator(".toast")).toContainText("Image uploaded successfully!");
  });
});

test("a new speaker's form does not speak of an image that there is not", async ({ page }) => {
  await signIn(page);
  await page.goto("/admin/speakers?add");
  await expect(page.getByRole("dialog")).not.toContainText("Leave this blank");
  await page.goto("/admin/speakers?edit=1");
  await expect(page.getByRole("dialog")).toContainText("Leave this blank to keep the current image.");
});

test("after Connect the form is empty for the next one, with script and without", async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  const [name, title] = [newName(), newName()];
  await create(page, "speakers", { ...SPEAKER, name });
  await create(page, "program", { ...SESSION, title, track: null, time: "4:30 - 5:00 PM" });
  await page.goto("/admin/connections");
  await ready(page, javaScriptEnabled);
  await expect(
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) }),
  ).toContainText(/No speakers assigned to this session\s*\n\s*Choose a speaker/, { useInnerText: true });
  await page.getByLabel("Speaker").selectOption(name);
  await page.getByLabel("Session").selectOption(`4:30 - 5:00 PM: ${title}`);
  await page.getByLabel("Role").selectOption("Moderator");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.locator(".toast")).toContainText("Speaker connected to session successfully");
  await expect(page.getByLabel("Speaker")).toHaveValue("");
  await expect(page.getByLabel("Session")).toHaveValue("");
  await expect(page.getByLabel("Role")).toHaveValue("speaker");
  // And nobody is asked about changes that are not there.
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
});

test("the door, its list and the badges lead back to the panel", async ({ page }) => {
  await signIn(page);
  for (const screen of ["door", "walk-in", "badges", "door-list"]) {
    await page.goto(`/admin/delegates/${screen}`);
    await page.getByRole("link", { name: "Back to Admin" }).click();
    await expect(page).toHaveURL("/admin");
    await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
    // A document of its own: the permission for the camera ends with the door's.
    expect((await page.request.get("/admin")).headers()["permissions-policy"]).toContain("camera=()");
  }
});

test("a double click on Connect, Remove or Undo is one, and is told as what it did", async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  const [name, title] = [newName(), newName()];
  const speakerId = await create(page, "speakers", { ...SPEAKER, name });
  await create(page, "program", { ...SESSION, title, track: null });
  await page.goto("/admin/connections");
  await ready(page, javaScriptEnabled);
  const toast = page.locator(".toast");
  await page.getByLabel("Speaker").selectOption(name);
  await page.getByLabel("Session").selectOption(`4:30 PM: ${title}`);
  await page.getByRole("button", { name: "Connect", exact: true }).dblclick();
  await expect(toast).toContainText("Speaker connected to session successfully");
  const remove = page.getByRole("button", { name: `Remove ${name} from ${title}` });
  await remove.dblclick();
  await expect(toast).toContainText("Speaker disconnected from session successfully");
  await expect(remove).toHaveCount(0);
  await toast.getByRole("button", { name: "Undo" }).dblclick();
  await expect(toast).toContainText("Connection restored.");
  await expect(remove).toBeVisible();
  const connections = await (await page.request.get("/api/admin/speaker-sessions")).json();
  const own = connections.filter((one: { speakerId: number }) => one.speakerId === speakerId);
  expect(own).toHaveLength(1);
});

test.describe("with script", { tag: SCRIPTED }, () => {
  test("dialogs open and close without waiting for the server", async ({ page, browser }) => {
    test.slow();
    await signIn(page);
    const [name, title] = [newName(), newName()];
    const speaker = await create(page, "speakers", { ...SPEAKER, name });
    const session = await create(page, "program", { ...SESSION, title, track: null });
    const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"), { timeout: 5_000 });
    const delegate = insertDelegate(sqlite, { name, email: `${crypto.randomUUID()}@example.com` });
    sqlite.close();
    const elsewhere = await browser.newContext({ baseURL: PANEL_SITE.origin });
    const left = await elsewhere.newPage();
    await signIn(left);
    for (const [screen, opener, dialogName, text] of [
      ["/admin/speakers", "#add", "Add Speaker", "Category"],
      ["/admin/speakers", `#edit-${speaker}`, "Edit Speaker", "Category"],
      ["/admin/speakers", `#delete-${speaker}`, "Delete speaker", `Are you sure you want to delete ${name}?`],
      ["/admin/program", "#add", "Add Session", "Time"],
      ["/admin/program", `#edit-${session}`, "Edit Session", "Time"],
      [
        "/admin/program",
        `#delete-${session}`,
        "Delete session",
        `Are you sure you want to delete "${title}"?`,
      ],
      [`/admin/delegates/${delegate}?q=${encodeURIComponent(name)}`, "#delete", "Delete personal data", name],
      ["/admin/logins", "a[id^=end-]:not(#end-others)", "End this login", "Are you sure"],
    ] as const) {
      await page.goto(screen);
      await ready(page, true);
      const answers = await holdAnswers(page, /\.data\b/);
      const dialog = page.getByRole("dialog", { name: dialogName });
      await page.locator(opener).first().click();
      await expect(dialog, opener).toContainText(text);
      await page.keyboard.press("Escape");
      await expect(dialog, opener).toHaveCount(0);
      answers.release();
      await page.unrouteAll({ behavior: "wait" });
    }
    await elsewhere.close();
  });

  test("a whole history is opened with what the list has, and the rest of it comes", async ({ page }) => {
    await signIn(page);
    const name = newName();
    const id = await create(page, "speakers", { ...SPEAKER, name });
    const headers = { Origin: PANEL_SITE.origin };
    for (const title of ["One", "Two", "Three", "Four", "Five"])
      await page.request.put(`/api/admin/speakers/${id}`, { headers, data: { ...SPEAKER, name, title } });
    await page.goto("/admin/speakers");
    await ready(page, true);
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    await card.locator("summary", { hasText: "History" }).click();
    const answers = await holdAnswers(page, /\.data\b/);
    await page.locator(`#history-${id}`).click();
    const dialog = page.getByRole("dialog", { name: `History of ${name}` });
    await expect(dialog).toContainText("Loading...");
    await expect(dialog).toContainText("Changed title");
    await expect(dialog).not.toContainText("Created, by");
    answers.release();
    await expect(dialog).toContainText("Created, by");
    await expect(dialog).not.toContainText("Loading...");
  });

  test("a dialog closes as soon as its form was carried out, while the list is still loaded anew", async ({
    page,
  }) => {
    await signIn(page);
    const name = newName();
    const id = await create(page, "speakers", { ...SPEAKER, name });
    await page.goto("/admin/speakers");
    await ready(page, true);
    await page.locator(`#edit-${id}`).click();
    const dialog = page.getByRole("dialog", { name: "Edit Speaker" });
    await dialog.getByLabel("Title").fill("Publisher");
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\.data\b/, async (route) => {
      if (route.request().method() === "GET") await released;
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Save Speaker" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator(`#edit-${id}`)).toBeFocused();
    release();
    await expect(page.locator(".toast")).toContainText("Speaker updated successfully.");
    await expect(page.getByText("Publisher").first()).toBeVisible();
  });

  test("after a deletion by keyboard the focus is on what stood next", async ({ page }) => {
    await signIn(page);
    const mark = newName();
    const [first, second] = [`${mark} one`, `${mark} two`];
    const ids: number[] = [];
    for (const name of [first, second])
      ids.push(await create(page, "speakers", { ...SPEAKER, name, category: "media" }));
    const session = await create(page, "program", { ...SESSION, title: mark, track: null });
    const headers = { Origin: PANEL_SITE.origin };
    for (const speakerId of ids)
      await page.request.post("/api/admin/speaker-sessions", {
        headers,
        data: { speakerId, sessionId: session, role: "speaker" },
      });
    const toast = page.locator(".toast");

    await page.goto("/admin/connections");
    await ready(page, true);
    await page.getByRole("button", { name: `Remove ${first} from ${mark}` }).focus();
    await page.keyboard.press("Enter");
    await expect(toast).toContainText("Speaker disconnected from session successfully");
    await expect(page.getByRole("button", { name: `Remove ${second} from ${mark}` })).toBeFocused();

    await page.goto("/admin/speakers");
    await ready(page, true);
    await page.locator(`#delete-${ids[0]}`).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).focus();
    await page.keyboard.press("Enter");
    await expect(toast).toContainText("Speaker deleted successfully.");
    await expect(page.getByRole("heading", { name: first })).toHaveCount(0);
    await expect(page.locator(`#edit-${ids[1]}`)).toBeFocused();

    // A button that was only disabled while it was busy has it again.
    const move = page.getByRole("button", { name: `Move ${second} up` });
    await move.focus();
    await page.keyboard.press("Enter");
    await expect(toast).toContainText("Speaker updated successfully.");
    await expect(move).toBeFocused();
  });
});

/** A registration of this test alone; answers the name by which it is found. */
function register(): string {
  const name = newName();
  const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"), { timeout: 5_000 });
  insertDelegate(sqlite, { name, email: `${crypto.randomUUID()}@example.com` });
  sqlite.close();
  return name;
}

test.describe("forms that are refused", () => {
  for (const [form, address, send, problem, field] of [
    ["a new speaker", "/admin/speakers?add", "Create Speaker", "Company: Required", "#company"],
    ["a new session", "/admin/program?add", "Create Session", "Time: Required", "#time"],
    ["an edit", "/admin/program?edit=1", "Save Session", "Title: Required", "#title"],
    ["a connection", "/admin/connections", "Connect", "Session: Required", "#sessionId"],
  ] as const) {
    test(`${form}: the title, the summary and the fields say what is wrong, and the summary has the focus`, async ({
      page,
      javaScriptEnabled,
    }) => {
      await signIn(page);
      await page.goto(address);
      await ready(page, javaScriptEnabled);
      if (form === "an edit") await page.locator(field).fill("");
      if (form === "a connection") await page.getByLabel("Speaker").selectOption({ index: 1 });
      await expect(page).not.toHaveTitle(/^Error: /);
      await page.getByRole("button", { name: send, exact: true }).click();
      const summary = page.locator(".error-summary");
      await expect(summary).toBeFocused();
      await expect(page).toHaveTitle(/^Error: /);
      await summary.getByRole("link", { name: problem }).click();
      await expect(page.locator(field)).toBeFocused();
      await expect(page.locator(field)).toHaveAttribute("aria-invalid", "true");
      // What is left is no error any more.
      await page.goto(address);
      await expect(page).not.toHaveTitle(/^Error: /);
    });
  }

  test("a change of several says at its fields what is missing, and keeps what was chosen", async ({
    page,
    javaScriptEnabled,
  }) => {
    const name = register();
    await signIn(page);
    await page.goto(`/admin/delegates?q=${encodeURIComponent(name)}`);
    await ready(page, javaScriptEnabled);
    const summary = page.locator(".error-summary");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(summary).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(summary).toContainText("Select at least one delegate first.");
    await summary.getByRole("link", { name: "Choose a status first." }).click();
    await expect(page.getByLabel("to status")).toBeFocused();
    await expect(page.getByLabel("to status")).toHaveAttribute("aria-invalid", "true");

    await page.getByLabel(`Select ${name}`).check();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(summary).not.toContainText("Select at least one");
    await expect(summary).toContainText("Choose a status first.");
    await expect(page.getByLabel(`Select ${name}`)).toBeChecked();
    expect(new URL(page.url()).searchParams.get("q")).toBe(name);
    await page.getByLabel("to status").selectOption("Confirmed");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.locator(".toast")).toContainText(`${name} confirmed.`);
    await expect(summary).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^Error: /);
  });
});

test("a form's dialog opens with the focus in its first field", async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  for (const [screen, opener, field] of [
    ["/admin/speakers", "#add", "#name"],
    ["/admin/speakers", "#edit-1", "#name"],
    ["/admin/program", "#add", "#title"],
    ["/admin/program", "#edit-1", "#title"],
  ] as const) {
    await page.goto(screen);
    await ready(page, javaScriptEnabled);
    await page.locator(opener).click();
    await expect(page.locator(field), opener).toBeFocused();
  }
  // A question is not answered by accident.
  await page.goto("/admin/speakers?delete=1");
  await expect(page.getByRole("dialog").getByRole("link", { name: "Close" })).toBeFocused();
});

test("the field for an image has a button that looks like one", async ({ page }) => {
  await signIn(page);
  await page.goto("/admin/speakers?add");
  const border = await page
    .getByLabel("Image")
    .evaluate((input) => getComputedStyle(input, "::file-selector-button").borderTopWidth);
  expect(Number.parseFloat(border)).toBeGreaterThanOrEqual(1);
});

test.describe("on a small screen, by keyboard", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("what has the focus is in sight when Tab goes round in a dialog", { tag: SCRIPTED }, async ({
    page,
  }) => {
    await signIn(page);
    await page.goto("/admin/speakers?add");
    await ready(page, true);
    await page.getByRole("link", { name: "Cancel" }).focus();
    await page.keyboard.press("Tab");
    await expect(page.locator(".dialog-close")).toBeFocused();
    await expect(page.locator(".dialog-close")).toBeInViewport();
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("link", { name: "Cancel" })).toBeFocused();
    await expect(page.getByRole("link", { name: "Cancel" })).toBeInViewport();
  });

  test("a message covers neither what has the focus nor what is said about it", { tag: SCRIPTED }, async ({
    page,
  }) => {
    await signIn(page);
    await page.goto("/admin/speakers?add");
    await ready(page, true);
    const field = page.getByLabel("Image");
    await field.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await field.focus();
    await field.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no image") });
    const toast = page.locator(".toast");
    await expect(toast).toContainText("Failed to update speaker image.");
    const top = async (locator: typeof field) => (await locator.boundingBox())?.y ?? 0;
    const bottom = async (locator: typeof field) =>
      (await top(locator)) + ((await locator.boundingBox())?.height ?? 0);
    await expect.poll(async () => (await bottom(field)) <= (await top(toast))).toBe(true);
    const said = page.locator(".dialog .field-error").first();
    expect(await bottom(said)).toBeLessThanOrEqual(await top(toast));
  });

  test("a field that Tab comes to is not under a message", { tag: SCRIPTED }, async ({ page }) => {
    await signIn(page);
    await page.goto("/admin/program?add");
    await ready(page, true);
    await page.getByRole("button", { name: "Create Session" }).press("Enter");
    const toast = page.locator(".toast");
    await expect(toast).toContainText("Validation Error");
    await toast.hover();
    for (const label of ["Title", "Time", "Type", "Track", "Description"]) {
      const field = page.locator(".dialog").getByLabel(label);
      await field.focus();
      await expect
        .poll(async () => {
          const [own, above] = [await field.boundingBox(), await toast.boundingBox()];
          return own !== null && above !== null && own.y + Math.min(own.height, 60) <= above.y;
        }, label)
        .toBe(true);
    }
    const button = page.getByRole("button", { name: "Create Session" });
    await button.focus();
    await expect
      .poll(async () => {
        const [own, above] = [await button.boundingBox(), await toast.boundingBox()];
        return own !== null && above !== null && own.y + own.height <= above.y;
      })
      .toBe(true);
  });

  test("after a Connect that was corrected, and on the way to press accreditation, the focus is in sight", {
    tag: SCRIPTED,
  }, async ({ page }) => {
    await signIn(page);
    const name = newName();
    const [speaker, session] = [
      await create(page, "speakers", { ...SPEAKER, name }),
      await create(page, "program", { ...SESSION, title: name }),
    ];
    await page.goto("/admin/connections");
    await ready(page, true);
    const connect = page.getByRole("button", { name: "Connect", exact: true });
    await connect.press("Enter");
    await expect(page.locator(".error-summary, [role=alert]").first()).toBeVisible();
    await page.locator('select[name="speakerId"]').selectOption(String(speaker));
    await page.locator('select[name="sessionId"]').selectOption(String(session));
    await connect.press("Enter");
    await expect(page.locator(".toast")).toContainText("Speaker connected to session successfully");
    await expect(page.locator('select[name="speakerId"]')).toBeFocused();
    await expect(page.locator('select[name="speakerId"]')).toBeInViewport({ ratio: 1 });

    const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"));
    const email = `${crypto.randomUUID()}@example.com`;
    for (let each = 0; each < 4; each += 1)
      insertDelegate(sqlite, { name: newName(), email, registration_type: "media_pass" });
    sqlite.close();
    await page.goto("/admin/delegates");
    await ready(page, true);
    const press = page.getByRole("link", { name: /^Press accreditation/ });
    await press.press("Enter");
    await expect(page).toHaveURL(/status=pending/);
    await expect(press).toBeFocused();
    await expect(press).toBeInViewport({ ratio: 1 });
  });

  test("what is moved keeps the focus, and stays in sight", { tag: SCRIPTED }, async ({ page }) => {
    await signIn(page);
    const time = `${newName()} o'clock`;
    const titles = ["first", "second", "third"].map((place) => `${newName()} ${place}`);
    for (const title of titles) await create(page, "program", { ...SESSION, title, time });
    await page.goto("/admin/program");
    await ready(page, true);
    const button = (title = "", way: "up" | "down") =>
      page.getByRole("button", { name: `Move ${title} ${way}`, exact: true });
    await button(titles[0], "down").focus();
    await page.keyboard.press("Enter");
    await expect(button(titles[1], "up")).toBeDisabled();
    await expect(button(titles[0], "down")).toBeFocused();
    await expect(button(titles[0], "down")).toBeInViewport({ ratio: 1 });

    await button(titles[0], "up").focus();
    await page.keyboard.press("Enter");
    await expect(button(titles[0], "up")).toBeDisabled();
    await expect(button(titles[0], "up")).toBeFocused();
    await expect(button(titles[0], "up")).toBeInViewport({ ratio: 1 });
    // Once more than there are places.
    await page.keyboard.press("Enter");
    await button(titles[2], "down").focus();
    await page.keyboard.press("Enter");
    const ours = page.getByRole("heading", { level: 3 }).filter({ hasText: new RegExp(titles.join("|")) });
    await expect(ours).toHaveText(titles);
  });
});

test.describe("after a form was carried out with script", { tag: SCRIPTED }, () => {
  test("the page follows a session that its new time has put somewhere else", { tag: QUICK }, async ({
    page,
  }) => {
    await signIn(page);
    const title = newName();
    const id = await create(page, "program", { ...SESSION, title, time: "12:05 AM" });
    for (let later = 0; later < 8; later += 1)
      await create(page, "program", { ...SESSION, title: newName(), time: "11:40 AM" });
    await page.goto("/admin/program");
    await ready(page, true);
    await page.locator(`#edit-${id}`).press("Enter");
    await page.getByLabel("Time", { exact: true }).fill("11:50 PM");
    await page.getByRole("button", { name: "Save Session" }).click();
    await expect(page.locator(".toast")).toContainText("Session updated successfully.");
    await expect(page.locator(`#edit-${id}`)).toBeFocused();
    await expect(page.locator(`#edit-${id}`)).toBeInViewport({ ratio: 1 });
  });

  for (const isLeft of [false, true]) {
    const before = isLeft ? ", after its form was left once" : "";
    test(`the page follows what a save by mouse has put somewhere else${before}`, { tag: QUICK }, async ({
      page,
    }) => {
      await signIn(page);
      const title = newName();
      const sessionId = await create(page, "program", { ...SESSION, title, time: "11:50 PM" });
      const speakerId = await create(page, "speakers", { ...SPEAKER, name: newName() });
      for (let other = 0; other < 8; other += 1) {
        await create(page, "program", { ...SESSION, title: newName(), time: "11:40 AM" });
        await create(page, "speakers", { ...SPEAKER, name: newName(), category: "b2b" });
      }
      for (const { path, id, change, save } of [
        {
          path: "program",
          id: sessionId,
          change: () => page.getByLabel("Time", { exact: true }).fill("12:05 AM"),
          save: "Save Session",
        },
        {
          path: "speakers",
          id: speakerId,
          change: () => page.getByLabel("Category").selectOption("b2c"),
          save: "Save Speaker",
        },
      ]) {
        await page.goto(`/admin/${path}`);
        await ready(page, true);
        const edit = page.locator(`#edit-${id}`);
        await edit.click();
        if (isLeft) {
          await page.getByRole("dialog").getByRole("textbox").first().fill("Half a name");
          await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
          await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
          await expect(page.getByRole("dialog")).toHaveCount(0);
          await edit.click();
        }
        await change();
        await page.getByRole("button", { name: save }).click();
        await expect(page.locator(".toast")).toContainText("updated successfully.");
        await expect(edit).toBeFocused();
        await expect(edit, path).toBeInViewport({ ratio: 1 });
      }
    });
  }

  test("whoever has deleted somebody's data is at the top of the list of delegates", async ({ page }) => {
    await signIn(page);
    const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"));
    const delegate = insertDelegate(sqlite, { name: newName(), email: `${crypto.randomUUID()}@example.com` });
    for (let other = 0; other < 6; other += 1)
      insertDelegate(sqlite, { name: newName(), email: `${crypto.randomUUID()}@example.com` });
    sqlite.close();
    await page.goto(`/admin/delegates/${delegate}`);
    await ready(page, true);
    await page.evaluate(() => window.scrollTo(0, 10_000));
    await page.locator("#delete").press("Enter");
    await page.getByRole("button", { name: "Delete personal data" }).click();
    await expect(page.getByRole("heading", { name: "Registered Delegates" })).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test.describe("an image that is chosen with script", { tag: SCRIPTED }, () => {
  test("is shown in the list at once, also where the form is then given up", { tag: QUICK }, async ({
    page,
  }) => {
    await signIn(page);
    const name = newName();
    const id = await create(page, "speakers", { ...SPEAKER, name });
    await page.goto(`/admin/speakers?edit=${id}`);
    await ready(page, true);
    await page.getByLabel("Image").setInputFiles(await photo());
    await expect(page.locator(".toast")).toContainText("Image uploaded successfully!");
    await expect(page.getByRole("dialog")).toContainText("The new image is saved already");
    await page.getByRole("link", { name: "Cancel" }).click();
    const card = page.locator("li", { has: page.getByRole("heading", { name }) });
    await expect(card.locator("img")).toHaveAttribute("src", /uploads/);
  });

  test("does not stay in the way of its form when it is refused", { tag: QUICK }, async ({ page }) => {
    await signIn(page);
    await page.goto("/admin/speakers?add");
    await ready(page, true);
    const name = newName();
    const { category, ...texts } = { ...SPEAKER, name };
    for (const [field, text] of Object.entries(texts)) await page.locator(`[name="${field}"]`).fill(text);
    await page.locator('[name="category"]').selectOption(category);
    await page
      .getByLabel("Image")
      .setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no image") });
    await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
    await page.getByRole("button", { name: "Create Speaker" }).click();
    await expect(page.getByRole("heading", { name })).toBeVisible();
    // Nor does a speaker without it pass for one with it.
    await expect(page.locator(".toast")).toHaveText(
      /Speaker created successfully\. The image was refused and is not saved\./,
    );
  });
});
