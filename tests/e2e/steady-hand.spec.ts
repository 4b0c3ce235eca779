// What was pressed stays under the hand: by mouse nothing moves away, by keyboard the focus is where the work is.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import Database from "better-sqlite3";
import { completeSearchTexts, insertDelegate } from "../support/delegates.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { expect, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";
import { create, signIn } from "../support/panel.ts";
import { OTHER_ORGANISER, PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** Somebody who has registered, in the database of the panel's site. */
function addDelegate(fields: { name?: string; status: string; registration_type?: string }): void {
  const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"), { timeout: 5_000 });
  insertDelegate(sqlite, { ...fields, email: `${crypto.randomUUID()}@example.com` });
  completeSearchTexts(sqlite);
  sqlite.close();
}

/** Opens the desk with so many people of one name and a number, who wait for their accreditation. Answers the name. */
async function openDesk(page: Page, count: number, height: number): Promise<string> {
  await page.setViewportSize({ width: 1280, height });
  await signIn(page);
  const name = newName();
  for (let each = 10; each < 10 + count; each += 1)
    addDelegate({ name: `${name} ${each}`, status: "pending", registration_type: "media_pass" });
  await page.goto(`/admin/delegates?q=${encodeURIComponent(name)}`);
  await ready(page, true);
  await page.evaluate(() => document.fonts.ready);
  return name;
}

const newName = () => `Steady ${crypto.randomUUID().slice(0, 8)}`;
const placeOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return { x: Math.round(box?.x ?? Number.NaN), y: Math.round(box?.y ?? Number.NaN) };
};

const distance = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));

for (const path of ["speakers", "program"] as const) {
  test(`what is moved in ${path} stays under the pointer, click after click`, { tag: SCRIPTED }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page);
    // No time, so that it comes after the others: at the very top of a page there is nothing to scroll.
    const time = newName().replaceAll(/\d/g, "x");
    const names: string[] = [];
    for (let place = 0; place < 5; place += 1) {
      const name = newName();
      names.push(name);
      // A list that no other test adds to.
      const data =
        path === "speakers" ? { ...SPEAKER, name, category: "media" } : { ...SESSION, title: name, time };
      // Cards of different heights, as they are.
      const text = "A long text of some lines. ".repeat(4 * place);
      await create(page, path, { ...data, [path === "speakers" ? "bio" : "description"]: text });
    }
    await page.goto(`/admin/${path}`);
    await ready(page, true);
    // The fonts come last, and break some lines elsewhere.
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    const up = page.getByRole("button", { name: `Move ${names[4]} up`, exact: true });
    await up.scrollIntoViewIfNeeded();
    const before = await placeOf(up);
    const ours = page.getByRole("heading", { level: 3 }).filter({ hasText: new RegExp(names.join("|")) });
    const placeOfLast = async () => (await ours.allTextContents()).indexOf(names[4] ?? "");
    for (let left = 4; left > 0; left -= 1) {
      // As fast as one likes: to the browser the second is half of a double click.
      await page.mouse.move(before.x + 5, before.y + 5);
      await page.mouse.down({ clickCount: 5 - left });
      await page.mouse.up({ clickCount: 5 - left });
      await expect.poll(placeOfLast).toBe(left - 1);
      // A page is scrolled by whole pixels.
      await expect.poll(async () => distance(await placeOf(up), before)).toBeLessThanOrEqual(3);
      // The list may still be asked for, and the button be busy.
      await expect(page.locator(".toast")).toBeVisible();
    }
  });
}

for (const width of [320, 1280]) {
  test(`a history opens and closes under one pointer at ${width} px`, { tag: SCRIPTED }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page);
    const name = newName();
    await create(page, "speakers", { ...SPEAKER, name });
    await page.goto("/admin/speakers");
    await ready(page, true);
    const summary = page.locator("summary").filter({ hasText: `History of ${name}` });
    await summary.scrollIntoViewIfNeeded();
    const before = await placeOf(summary);
    const list = page.getByText("Created, by").filter({ visible: true });
    await page.mouse.click(before.x + 10, before.y + 10);
    await expect(list).toHaveCount(1);
    expect(await placeOf(summary)).toEqual(before);
    await page.mouse.click(before.x + 10, before.y + 10);
    await expect(list).toHaveCount(0);
  });
}

test("who dismisses a message by keyboard is where they were, in a dialog and in a list", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/admin/speakers?add");
  await ready(page, true);
  const image = page.getByLabel("Image");
  await image.focus();
  await image.setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no image") });
  const dismiss = page.getByRole("button", { name: "Dismiss message" });
  await expect(dismiss).toBeVisible();
  await dismiss.press("Enter");
  await expect(dismiss).toBeHidden();
  await expect(image).toBeFocused();

  const time = `${newName()} o'clock`;
  const titles = [newName(), newName()];
  for (const title of titles) await create(page, "program", { ...SESSION, title, time });
  await page.goto("/admin/program");
  await ready(page, true);
  const [title = ""] = titles;
  const down = page.getByRole("button", { name: `Move ${title} down`, exact: true });
  await down.press("Enter");
  await expect(page.locator(".toast")).toContainText("Session updated successfully.");
  await expect(down).toBeFocused();
  await dismiss.press("Space");
  await expect(down).toBeFocused();
});

/** Opens a new one-time link; answers the button that logs in. */
async function openLink(page: Page): Promise<Locator> {
  const env = {
    ...process.env,
    DATA_DIR: PANEL_SITE.dataDir,
    ADMIN_EMAILS: OTHER_ORGANISER,
    SITE_URL: PANEL_SITE.origin,
  };
  const said = execFileSync(process.execPath, ["bin/admin-link.ts", OTHER_ORGANISER], {
    env,
    encoding: "utf8",
  });
  await page.goto(/https?:\S+/.exec(said)?.[0] ?? "");
  return page.getByRole("main").getByRole("button");
}

/** Signs somebody in by a one-time link, in a browser of their own where `page` is one. */
async function signInByLink(page: Page): Promise<void> {
  await (await openLink(page)).click();
  // The page with the button has the panel's heading, too.
  await expect(page).toHaveURL("/admin");
}

/** Opens 'Your Logins' for somebody who is signed in elsewhere, too. */
async function openLogins(page: Page, browser: Browser, others: number): Promise<void> {
  for (let other = 0; other < others; other += 1) {
    const elsewhere = await browser.newPage({ baseURL: PANEL_SITE.origin });
    await signInByLink(elsewhere);
    await elsewhere.close();
  }
  await signInByLink(page);
  await page.goto("/admin/logins");
  await ready(page, true);
}

test("nothing glides in the panel and in forms: what is pressed meanwhile would be somewhere else", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await signIn(page);
  for (const path of ["/admin/delegates", "/register"]) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveCSS("scroll-behavior", "auto");
  }
  await page.goto("/");
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth");
});

test("who has ended all other logins has the focus on the one that is left", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, browser }) => {
  await openLogins(page, browser, 2);
  await page.getByRole("link", { name: "End all others" }).press("Enter");
  await page.getByRole("button", { name: "End all other logins" }).press("Enter");
  await expect(page.locator(".toast")).toContainText("logins ended.");
  // On its name: a second Enter on its button would end it.
  await expect(page.getByRole("main").getByRole("heading", { name: "This one" })).toBeFocused();
});

test("a click beside a dialog, and the answer to stay, leave the focus in the field", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page);
  await page.goto("/admin/speakers?add");
  await ready(page, true);
  await page.getByLabel("Name").fill("Tess");
  const stay = page.getByRole("button", { name: "Keep editing" });
  // The dialog watches what is beside it a moment after the page is there.
  await expect(async () => {
    await page.mouse.click(20, 400);
    await expect(stay).toBeVisible({ timeout: 500 });
  }).toPass();
  // An impatient hand clicks there again, beside the question.
  await page.mouse.click(20, 400);
  await stay.click();
  await expect(page.getByLabel("Name")).toBeFocused();
  // The caret is there, too.
  await page.keyboard.type(" More");
  await expect(page.getByLabel("Name")).toHaveValue("Tess More");
});

test("the name of the last person at the door has the width of a phone", { tag: SCRIPTED }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const name = `Maximiliana Konstantina ${newName()}`;
  addDelegate({ name, status: "confirmed" });
  await signIn(page);
  await page.goto(`/admin/delegates/door?q=${encodeURIComponent(name)}`);
  await ready(page, true);
  await page.getByRole("button", { name: `Check in ${name}` }).click();
  const last = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "The last person" }) });
  const words = await last.getByText(name, { exact: true }).first().boundingBox();
  // Three words of it in two lines at most: none is broken.
  expect(words?.height).toBeLessThan(80);
  expect((await last.getByRole("button").boundingBox())?.y).toBeGreaterThan((words?.y ?? 0) + 20);
});

test("a name with letters of Vietnamese is set in the same type as the others", { tag: SCRIPTED }, async ({
  page,
}) => {
  await signIn(page);
  await create(page, "speakers", { ...SPEAKER, name: `Đặng Thị Hoa ${newName()}` });
  await page.goto("/admin/speakers");
  await ready(page, true);
  const loaded = () =>
    page.evaluate(
      () =>
        [...document.fonts].filter(
          ({ family, status, unicodeRange }) =>
            /Newsreader/.test(family) && status === "loaded" && /1EA0/i.test(unicodeRange),
        ).length,
    );
  await expect.poll(loaded).toBe(1);
});

for (const [button, focused] of [
  ["Restore and save", "Edit"],
  ["Save as new", "Add Speaker"],
] as const) {
  test(`after '${button}' the focus is on '${focused}'`, { tag: SCRIPTED }, async ({ page }) => {
    await signIn(page);
    const name = newName();
    const id = await create(page, "speakers", { ...SPEAKER, name });
    await page.goto("/admin/speakers");
    await ready(page, true);
    await page.locator(`#edit-${id}`).press("Enter");
    const headers = { Origin: PANEL_SITE.origin };
    await page.request.delete(`/api/admin/speakers/${id}`, { headers });
    await page.getByLabel("Title").fill("Changed meanwhile");
    await page.getByRole("button", { name: "Save Speaker" }).click();
    await page.getByRole("button", { name: button }).press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const expected =
      focused === "Edit" ? page.locator(`#edit-${id}`) : page.getByRole("link", { name: focused });
    await expect(expected).toBeFocused();
    await expect(expected).toBeInViewport({ ratio: 1 });
  });
}

/**
 * Presses Enter on a control, and once more as soon as the page has given the focus to another one; answers what that
 * is called. The second press is made in the page, so that it comes in time however slow the machine is.
 */
async function pressTwice(control: Locator): Promise<string> {
  const page = control.page();
  await control.focus();
  await page.evaluate(() => {
    const pressedOn = document.activeElement;
    const press = () => {
      const focused = document.activeElement as HTMLElement;
      const pressed = focused instanceof HTMLInputElement ? focused.form?.querySelector("button") : focused;
      document.body.dataset.pressed = focused.textContent || focused.id;
      focused.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      pressed?.click();
    };
    const whenMoved = ({ target }: FocusEvent) => {
      if (target === pressedOn) return;
      document.removeEventListener("focusin", whenMoved);
      setTimeout(press, 50);
    };
    document.addEventListener("focusin", whenMoved);
  });
  await page.keyboard.press("Enter");
  const pressed = () => page.locator("body").getAttribute("data-pressed");
  await expect.poll(pressed).not.toBeNull();
  return (await pressed()) ?? "";
}

/** Connects new speakers to a new session; answers their names. */
async function connectSpeakers(page: Page, count: number): Promise<string[]> {
  const headers = { Origin: PANEL_SITE.origin };
  const sessionId = await create(page, "program", { ...SESSION, title: newName() });
  const names = Array.from({ length: count }, newName);
  for (const name of names) {
    const speakerId = await create(page, "speakers", { ...SPEAKER, name });
    await page.request.post("/api/admin/speaker-sessions", {
      headers,
      data: { speakerId, sessionId, role: "speaker" },
    });
  }
  return names;
}

test("a second Remove that is pressed while the first is on its way waits for it, and both are done", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await signIn(page);
  const [one = "", other = "", third = ""] = await connectSpeakers(page, 3);
  await page.goto("/admin/connections");
  await ready(page, true);
  const remove = (name: string) => page.getByRole("button", { name: `Remove ${name}` });
  const held = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route("**/admin/connections.data*", async (route) => {
    if (route.request().method() === "POST" && isFirst) {
      isFirst = false;
      await held.promise;
    }
    // One that the page has given up is nobody's any more.
    await route.continue().catch(() => {});
  });
  await remove(one).click();
  await remove(third).click();
  // Whatever the page gives up for it, it has given up by then.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  held.resolve();
  await expect(remove(third)).toHaveCount(0);
  await page.reload();
  await expect(remove(other)).toBeVisible();
  await expect(remove(one)).toHaveCount(0);
});

test("Enter pressed twice on Remove disconnects one speaker, and later the next one", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await signIn(page);
  const [one = "", other = ""] = await connectSpeakers(page, 2);
  await page.goto("/admin/connections");
  await ready(page, true);
  const remove = (name: string) => page.getByRole("button", { name: `Remove ${name}` });
  expect(await pressTwice(remove(one))).toContain(other);
  await expect(page.locator(".toast")).toContainText("disconnected");
  await expect(remove(one)).toHaveCount(0);
  await expect(remove(other)).toBeVisible();
  // Whoever looks first and presses then is obeyed.
  await expect(async () => {
    await remove(other).press("Enter");
    // Time for the answer, which another press would make the page wait for anew.
    await expect(remove(other)).toHaveCount(0, { timeout: 4_000 });
  }).toPass();
});

test("Enter pressed twice on the way to a message opens its form, and does not send it empty", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await signIn(page);
  const name = newName();
  addDelegate({ name, status: "confirmed" });
  await page.goto(`/admin/messages/new?q=${encodeURIComponent(name)}`);
  await ready(page, true);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await pressTwice(page.getByRole("button", { name: "Write to this" }));
  await expect(page.getByLabel("Subject")).toBeFocused();
  await page.getByLabel("Subject").fill("Before the day");
  await page.getByLabel("Text").fill("We open at eight.");
  await page.getByRole("button", { name: "Save and preview" }).click();
  await expect(page.getByRole("heading", { name: "Before the day" })).toBeVisible();
  // The one that began it, and the one that was meant.
  expect(sent).toHaveLength(2);
});

test("Enter pressed twice on a toast's Undo undoes, and presses nothing else", { tag: SCRIPTED }, async ({
  page,
}) => {
  await signIn(page);
  const id = await create(page, "speakers", { ...SPEAKER, name: newName() });
  await page.goto("/admin/speakers");
  await ready(page, true);
  await page.locator(`#delete-${id}`).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  const toast = page.locator(".toast");
  await expect(toast).toContainText("Speaker deleted successfully.");
  const address = page.url();
  // On the way to the toast, Tab comes by other controls of the page.
  await page.getByRole("link", { name: "Back to Admin" }).focus();
  await pressTwice(toast.getByRole("button", { name: "Undo" }));
  await expect(toast).toContainText("Speaker restored.");
  await expect(page.locator(`#delete-${id}`)).toBeVisible();
  await expect(page.locator("details[open], .dialog:visible")).toHaveCount(0);
  expect(page.url()).toBe(`${address}#edit-${id}`);
});

for (const name of ["Cancel", "Close"]) {
  test(`Enter pressed twice on ${name} asks once, and waits for an answer`, { tag: SCRIPTED }, async ({
    page,
  }) => {
    await signIn(page);
    const id = await create(page, "speakers", { ...SPEAKER, name: newName() });
    await page.goto(`/admin/speakers?edit=${id}`);
    await ready(page, true);
    const dialog = page.getByRole("dialog", { name: "Edit Speaker" });
    await dialog.getByLabel("Title").fill("Typed");
    expect(await pressTwice(dialog.getByRole("link", { name, exact: true }))).toContain("Keep editing");
    const question = page.getByRole("alertdialog");
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel("Title")).toHaveValue("Typed");
  });
}

test("Enter pressed more often than there are places leaves it in the last one", { tag: SCRIPTED }, async ({
  page,
}) => {
  await signIn(page);
  const time = `${newName()} o'clock`;
  const [first = "", last = ""] = [newName(), newName()];
  for (const title of [first, last]) await create(page, "program", { ...SESSION, title, time });
  await page.goto("/admin/program");
  await ready(page, true);
  const down = page.getByRole("button", { name: `Move ${first} down`, exact: true });
  await down.press("Enter");
  await expect(down).toBeDisabled();
  for (let more = 0; more < 3; more += 1) {
    await page.keyboard.press("Enter");
    await expect(down).toBeFocused();
  }
  await page.reload();
  const ours = page.getByRole("heading", { level: 3 }).filter({ hasText: new RegExp(`${first}|${last}`) });
  await expect(ours).toHaveText([last, first]);
});

test("Enter pressed twice on 'End this login' logs nobody out who presses it", { tag: SCRIPTED }, async ({
  page,
  browser,
}) => {
  await openLogins(page, browser, 1);
  await page
    .getByRole("link", { name: /^End\b(?! all)/ })
    .first()
    .press("Enter");
  const button = page.getByRole("dialog").getByRole("button", { name: "End this login" });
  await expect(button).toBeVisible();
  await pressTwice(button);
  await expect(page.locator(".toast")).toContainText("ended");
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
});

test("at the door Enter pressed twice on 'Check in' leaves what it says, and the way back", {
  tag: SCRIPTED,
}, async ({ page }) => {
  const name = newName();
  addDelegate({ name, status: "confirmed" });
  await signIn(page);
  await page.goto(`/admin/delegates/door?q=${encodeURIComponent(name)}`);
  await ready(page, true);
  expect(await pressTwice(page.getByRole("button", { name: `Check in ${name}` }))).toBe("q");
  await expect(page.locator(".toast")).toContainText(`${name} is checked in`);
  await expect(page.getByRole("heading", { name: "The last person" })).toBeVisible();
  await expect(page).not.toHaveURL(/q=/);
});

test("at the door Enter pressed twice on a search checks nobody in whom it finds", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const name = newName();
  addDelegate({ name, status: "confirmed" });
  await signIn(page);
  await page.goto("/admin/delegates/door");
  await ready(page, true);
  const field = page.getByLabel("Name, email or reference");
  await field.fill(name);
  expect(await pressTwice(field)).toContain("Check in");
  const button = page.getByRole("button", { name: `Check in ${name}` });
  // Whoever has seen the name and presses then is obeyed.
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect(async () => {
    await expect(button).toBeFocused();
    await button.press("Enter");
    await expect(page.locator(".toast")).toContainText(`${name} is checked in`, { timeout: 4_000 });
  }).toPass();
});

test("at the door, what is pasted as the field appears is looked for by the Enter that follows", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const [name, next] = [newName(), newName()];
  addDelegate({ name, status: "confirmed" });
  addDelegate({ name: next, status: "confirmed" });
  await signIn(page);
  await page.goto(`/admin/delegates/door?q=${encodeURIComponent(name)}`);
  await ready(page, true);
  // A scanner that pastes is quicker than any effect after the paint, and its Enter comes within the time of a double press.
  await page.evaluate((pasted) => {
    const old = document.getElementById("q");
    const come = new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>("#q");
      if (!field || field === old || document.activeElement !== field) return;
      come.disconnect();
      document.execCommand("insertText", false, pasted);
      setTimeout(() => {
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        field.form?.querySelector("button")?.click();
      }, 50);
    });
    come.observe(document.body, { childList: true, subtree: true });
  }, next);
  // The button that lets the first one in has the focus.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Check in ${next}` })).toBeFocused();
});

test("whoever connects a speaker to a session chosen in the list goes on at the form", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await signIn(page);
  const title = newName();
  const name = newName();
  await create(page, "program", { ...SESSION, title });
  await create(page, "speakers", { ...SPEAKER, name });
  await page.goto("/admin/connections");
  await ready(page, true);
  await page.getByRole("link", { name: `Choose a speaker for ${title}` }).press("Enter");
  const speaker = page.getByLabel("Speaker", { exact: true });
  await expect(speaker).toBeFocused();
  await speaker.selectOption(name);
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  await expect(speaker).toBeFocused();
  await expect(speaker).toHaveValue("");
  await expect(page.getByLabel("Session", { exact: true })).toHaveValue("");
});

test("what was wrong with a connection goes, and what stands below it does not move under the pointer", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page);
  const [title, name, other] = [newName(), newName(), newName()];
  for (const each of [title, newName()]) await create(page, "program", { ...SESSION, title: each });
  for (const speaker of [name, other]) await create(page, "speakers", { ...SPEAKER, name: speaker });
  await page.goto("/admin/connections");
  await ready(page, true);
  await page.evaluate(() => document.fonts.ready);
  const connect = page.getByRole("button", { name: "Connect", exact: true });
  const summary = page.locator(".error-summary");
  await connect.click();
  await expect(summary).toBeFocused();
  const session = page.getByLabel("Session", { exact: true });
  const choose = async (speaker: string) => {
    await page.getByLabel("Speaker", { exact: true }).selectOption(speaker);
    await session.selectOption({ label: `${SESSION.time}: ${title}` });
  };
  await choose(name);
  const watched = [connect, page.getByRole("button", { name: /^Remove / }).first()];
  const before = await Promise.all(watched.map(placeOf));
  const { x, y } = before[0] ?? { x: 0, y: 0 };
  await page.mouse.click(x + 10, y + 10);
  await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  await expect(summary).toHaveCount(0);
  expect(await Promise.all(watched.map(placeOf))).toEqual(before);
  // Nor with the next one, for which nothing was wrong.
  await choose(other);
  await page.mouse.click(x + 10, y + 10);
  await expect(page.getByRole("button", { name: `Remove ${other}` })).toBeVisible();
  expect(await Promise.all(watched.map(placeOf))).toEqual(before);
  // The room is taken back where the page shows something else.
  await page.getByRole("link", { name: "Choose a speaker for" }).first().press("Enter");
  await expect(page).toHaveURL(/session=/);
  await expect.poll(async () => (await placeOf(connect)).y).not.toBe(y);
});

test("what was wrong with a change of several goes, and the rows stay under the pointer", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const name = await openDesk(page, 3, 1_100);
  const summary = page.locator(".error-summary");
  await page.getByLabel(`Select ${name} 12`).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(summary).toBeFocused();
  await page.getByLabel("to status").selectOption("Confirmed");
  const row = page.getByLabel(`Select ${name} 10`);
  const before = await placeOf(row);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator(".toast")).toContainText("confirmed.");
  await expect(summary).toHaveCount(0);
  expect(await placeOf(row)).toEqual(before);
});

test("a status chosen in a folded-out row leaves the buttons where they are", { tag: SCRIPTED }, async ({
  page,
}) => {
  await openDesk(page, 1, 1_100);
  await page.locator(".desk-person > summary").click();
  const confirm = page.locator(".desk-facts").getByRole("button", { name: "Confirmed", exact: true });
  const before = await placeOf(confirm);
  await page.mouse.click(before.x + 10, before.y + 10);
  await expect(page.locator(".desk-facts").getByRole("heading", { name: "Emails" })).toBeVisible();
  await expect(confirm).toHaveAttribute("aria-current", "true");
  expect(await placeOf(confirm)).toEqual(before);
});

test("what was wrong with a change of several goes as they are written to, and the bar stays as high", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await openDesk(page, 1, 900);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator(".error-summary")).toBeFocused();
  const write = page.getByRole("button", { name: "Write to them" });
  const before = await placeOf(write);
  await page.mouse.click(before.x + 10, before.y + 10);
  await expect(page.locator(".toast")).toContainText("Select at least one delegate first.");
  expect(await placeOf(write)).toEqual(before);
});

test("the bar above the list is used where it sticks, and the rows stay before one's eyes", {
  tag: SCRIPTED,
}, async ({ page }) => {
  const name = await openDesk(page, 30, 800);
  const box = page.getByLabel(`Select ${name} 22`);
  await box.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await box.click();
  const before = await placeOf(box);
  const status = page.getByLabel("to status");
  const { x, y } = await placeOf(status);
  await page.mouse.click(x + 10, y + 10);
  expect(await placeOf(box)).toEqual(before);
  await page.keyboard.press("Escape");
  await status.selectOption("Confirmed");
  const apply = await placeOf(page.getByRole("button", { name: "Apply" }));
  await page.mouse.click(apply.x + 10, apply.y + 10);
  await expect(page.locator(".toast")).toContainText(`${name} 22 confirmed.`);
  // The boxes are drawn again once their ticks have been used.
  await expect.poll(async () => distance(await placeOf(box), before)).toBeLessThanOrEqual(3);
});

test("'Apply' pressed twice before there is an answer changes them once, and says so", {
  tag: SCRIPTED,
}, async ({ page }) => {
  const name = await openDesk(page, 2, 1_100);
  for (const number of [10, 11]) await page.getByLabel(`Select ${name} ${number}`).check();
  await page.getByLabel("to status").selectOption("Confirmed");
  await page.getByRole("button", { name: "Apply" }).dblclick();
  await expect(page.locator(".toast")).toContainText("2 delegates confirmed.");
  // A second form would be answered by then.
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".toast")).toContainText("2 delegates confirmed.");
  await expect(page.locator(".error-summary")).toHaveCount(0);
});

for (const path of ["door", "edit"] as const) {
  test(`the second half of a double click takes the focus from nothing: ${path}`, { tag: SCRIPTED }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page);
    const name = newName();
    addDelegate({ name, status: "pending" });
    if (path === "door") {
      await page.goto("/admin/delegates/walk-in");
      await ready(page, true);
      await page.getByLabel("Delegate Type").selectOption({ index: 1 });
      await page.getByLabel("Full Name").fill(`${name} Walker`);
      await page.getByLabel("Email Address").fill(`${crypto.randomUUID()}@example.com`);
      await page.getByLabel("Job Title").fill("Lead");
    } else {
      await page.goto(`/admin/delegates?q=${encodeURIComponent(name)}`);
      await ready(page, true);
      await page.locator(".desk-person > summary").click();
      await page.getByRole("link", { name: `Edit, history and personal data of ${name}` }).click();
      await page.getByRole("link", { name: "Edit registration" }).click();
      await page.getByLabel("Job Title").fill("Chief editor");
    }
    const button = page.getByRole("button", {
      name: path === "door" ? "Add and check in" : "Save Registration",
    });
    await button.scrollIntoViewIfNeeded();
    const { x, y } = await placeOf(button);
    await page.mouse.move(x + 20, y + 15);
    await page.mouse.down({ clickCount: 1 });
    await page.mouse.up({ clickCount: 1 });
    await expect(page.locator(".toast")).toBeVisible();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    const focused =
      path === "door" ? page.locator("[name=q]") : page.getByRole("link", { name: "Edit registration" });
    await expect(focused).toBeFocused();
    expect(await page.evaluate(() => String(getSelection()))).toBe("");
  });
}

for (const path of ["speakers", "program"] as const) {
  test(`Enter pressed twice opens or closes a dialog of ${path}, and does no more`, {
    tag: SCRIPTED,
  }, async ({ page }) => {
    await signIn(page);
    const id = await create(
      page,
      path,
      path === "speakers" ? { ...SPEAKER, name: newName() } : { ...SESSION, title: newName() },
    );
    await page.goto(`/admin/${path}`);
    await ready(page, true);
    const dialog = page.getByRole("dialog");
    for (const opener of [page.locator(`#edit-${id}`), page.getByRole("link", { name: /^Add / })]) {
      await pressTwice(opener);
      await expect(dialog).toBeVisible();
      await expect(page.locator(".toast, .error-summary")).toHaveCount(0);
      await page.evaluate(() => delete document.body.dataset.pressed);
      await pressTwice(dialog.getByRole("link", { name: "Cancel" }));
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
      await page.evaluate(() => delete document.body.dataset.pressed);
    }
  });
}

test("the second half of a double click on Cancel opens nothing that lies behind it", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page);
  await create(page, "program", { ...SESSION, title: newName() });
  await page.goto("/admin/program");
  await ready(page, true);
  const edit = page.getByRole("link", { name: /^Edit / }).first();
  await edit.click();
  const cancel = page.getByRole("dialog").getByRole("link", { name: "Cancel" });
  await cancel.scrollIntoViewIfNeeded();
  const box = await cancel.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5];
  // As soon as the dialog has gone, whatever is under the pointer is clicked: here a control is put there.
  const second = page.evaluate(
    ([x = 0, y = 0]) =>
      new Promise<boolean>((done) => {
        const gone = new MutationObserver(() => {
          if (document.querySelector("[role=dialog]")) return;
          gone.disconnect();
          const control = document.createElement("button");
          document.querySelector("main")?.append(control);
          const place = { bubbles: true, cancelable: true, detail: 2, clientX: x, clientY: y };
          done(control.dispatchEvent(new MouseEvent("click", place)));
        });
        gone.observe(document.body, { childList: true, subtree: true });
      }),
    [x, y],
  );
  await page.mouse.click(x, y);
  expect(await second, "the click was let through").toBe(false);
  await expect(edit).toBeFocused();
});

test("the second half of a double click on the page before does nothing on this one", {
  tag: SCRIPTED,
}, async ({ page }) => {
  addDelegate({ status: "confirmed" });
  await signIn(page);
  await page.goto("/admin/delegates/badges");
  await ready(page, true);
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = "yes";
    };
  });
  const print = page.getByRole("button", { name: "Print" });
  const place = { bubbles: true, cancelable: true };
  await print.dispatchEvent("click", { ...place, detail: 2 });
  await expect(page.locator("body")).not.toHaveAttribute("data-printed");
  await print.dispatchEvent("click", { ...place, detail: 1 });
  await expect(page.locator("body")).toHaveAttribute("data-printed", "yes");
});

test("nor does it on a public page, before its scripts have come", { tag: [SCRIPTED, QUICK] }, async ({
  page,
}) => {
  await page.route("**/assets/*.js", () => {});
  await page.goto("/");
  const link = page.getByRole("link", { name: "Privacy" }).first();
  const isObeyed = (detail: number, isWhole = true) =>
    link.evaluate(
      (element, [detail, isWhole]) => {
        const click = new MouseEvent("click", { bubbles: true, cancelable: true, detail });
        // Seen after the page, and never followed.
        let obeyed = false;
        const look = (event: Event) => {
          obeyed = !event.defaultPrevented;
          event.preventDefault();
        };
        window.addEventListener("click", look, { once: true });
        if (isWhole) element.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, detail }));
        element.dispatchEvent(click);
        return obeyed;
      },
      [detail, isWhole] as const,
    );
  // Its press may have been on the page before, too.
  expect(await isObeyed(2, false)).toBe(false);
  expect(await isObeyed(2)).toBe(false);
  expect(await isObeyed(1)).toBe(true);
  expect(await isObeyed(2)).toBe(true);
});

for (const script of ["with its scripts", "before its scripts have come"] as const) {
  test(`on the form, ${script}, a second press on 'Complete Registration' does nothing to what has come under it`, {
    tag: [SCRIPTED, QUICK],
  }, async ({ page }) => {
    if (script === "before its scripts have come") await page.route("**/assets/*.js", () => {});
    await page.goto("/register");
    if (script === "with its scripts") await ready(page, true);
    const send = page.getByRole("button", { name: "Complete Registration" });
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    const press = async (clickCount: number) => {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
    };
    await send.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await send.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    await press(1);
    await expect(summary).toBeFocused();
    const chosen = () =>
      page.evaluate(() => [...document.querySelectorAll("input:checked")].map((it) => it.id).join(" "));
    const before = await chosen();
    await press(2);
    await expect(summary).toBeFocused();
    const other = page.getByRole("radio", { checked: false }).first();
    await other.scrollIntoViewIfNeeded();
    const place = (await other.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    await press(2);
    expect(await chosen()).toBe(before);
    await press(1);
    expect(await chosen()).not.toBe(before);
  });
}

test("a double click in a field selects the word that is there", { tag: SCRIPTED }, async ({ page }) => {
  addDelegate({ status: "pending" });
  await signIn(page);
  await page.goto("/admin/delegates");
  await ready(page, true);
  const field = page.getByLabel(/^Search/);
  await field.fill("wonderful");
  await field.dblclick({ position: { x: 30, y: 20 } });
  const selected = () =>
    field.evaluate((it: HTMLInputElement) => it.value.slice(it.selectionStart ?? 0, it.selectionEnd ?? 0));
  await expect.poll(selected).toBe("wonderful");
});

test("a double click on Edit opens the dialog, and does not close it beside", { tag: SCRIPTED }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page);
  await page.goto("/admin/speakers");
  await ready(page, true);
  // In the left column, beside which no dialog lies.
  const edit = page.getByRole("link", { name: /^Edit / }).first();
  await edit.scrollIntoViewIfNeeded();
  const box = await edit.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5];
  const dialog = page.getByRole("dialog");
  // As soon as it is there: a slow machine would make two clicks of a double one.
  const second = page.evaluate(
    ([x = 0, y = 0]) =>
      new Promise<string>((done) => {
        const opened = new MutationObserver(() => {
          if (!document.querySelector("[role=dialog]")) return;
          opened.disconnect();
          setTimeout(() => {
            const under = document.elementFromPoint(x, y);
            const place = { bubbles: true, cancelable: true, detail: 2, clientX: x, clientY: y };
            under?.dispatchEvent(new PointerEvent("pointerdown", { ...place, pointerType: "mouse" }));
            under?.dispatchEvent(new MouseEvent("mousedown", place));
            under?.dispatchEvent(new MouseEvent("click", place));
            done(under?.className ?? "");
          }, 50);
        });
        opened.observe(document.body, { childList: true, subtree: true });
      }),
    [x, y],
  );
  await page.mouse.click(x, y);
  expect(await second).toContain("dialog-backdrop");
  await expect(page).toHaveURL(/edit=/);
  await expect(dialog).toBeVisible();
  // Later a click beside it closes it.
  await expect(async () => {
    await page.mouse.click(x, y);
    await expect(dialog).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

test("a one-time link is sent once, however often its button is pressed", { tag: SCRIPTED }, async ({
  page,
}) => {
  const button = await openLink(page);
  await ready(page, true);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/login*", async (route) => {
    await released;
    await route.continue();
  });
  await button.click();
  await expect(button).toBeDisabled();
  release();
  await expect(page).toHaveURL("/admin");
});

test("'Accredit' pressed twice says what it did, and not that there was nothing to do", {
  tag: SCRIPTED,
}, async ({ page }) => {
  const name = newName();
  addDelegate({ name, status: "pending", registration_type: "media_pass" });
  await signIn(page);
  await page.goto(`/admin/delegates?q=${encodeURIComponent(name)}`);
  await ready(page, true);
  const button = page.getByRole("button", { name: `Accredit ${name}` });
  await button.focus();
  await page.evaluate(() => {
    const timer = setInterval(() => {
      const focused = document.activeElement as HTMLButtonElement;
      if (!document.querySelector(".toast") || focused.disabled || focused === document.body) return;
      clearInterval(timer);
      focused.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      focused.click();
      document.body.dataset.pressed = focused.textContent ?? "";
    }, 5);
  });
  await page.keyboard.press("Enter");
  await expect(page.locator("body")).toHaveAttribute("data-pressed", /Accredit/);
  await expect(page.locator(".toast")).toContainText(`${name} confirmed.`);
  await page.reload();
  await expect(page.getByRole("button", { name: `Accredited ${name}` })).toBeVisible();
});
