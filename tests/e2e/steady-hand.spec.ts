// What was pressed stays under the hand: by mouse nothing moves away, by keyboard the focus is where the work is.
import type { Locator, Page } from "@playwright/test";
import { insertDelegate } from "../support/delegates.ts";
import { PHONE, test } from "../support/desk.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { expect, holdAnswers, QUICK, ready, SCRIPTED } from "../support/journey.ts";
import { fontsHaveCome } from "../support/late-scripts.ts";
import { linkFor } from "../support/link-sign-in.ts";
import { create, inPanelDatabase, signIn } from "../support/panel.ts";
import { OTHER_ORGANISER, PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });
const { step } = test;

const newName = () => `Steady ${crypto.randomUUID().slice(0, 8)}`;

/** Somebody who has registered; answers their name. */
function addDelegate(status = "confirmed", name = newName()): string {
  inPanelDatabase((sqlite) =>
    insertDelegate(sqlite, { name, status, email: `${crypto.randomUUID()}@example.com` }),
  );
  return name;
}

const newSpeaker = (page: Page, name = newName()) => create(page, "speakers", { ...SPEAKER, name });
const newSession = (page: Page, title = newName(), more = {}) =>
  create(page, "program", { ...SESSION, title, ...more });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page, true);
  await page.evaluate(() => document.fonts.ready);
}

const placeOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return { x: Math.round(box?.x ?? Number.NaN), y: Math.round(box?.y ?? Number.NaN) };
};
type Place = Awaited<ReturnType<typeof placeOf>>;

const distance = (one: Place, other: Place) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));

/** Presses and lets go where the pointer is: the first half of a double click, or the second. */
async function pressAt(page: Page, { x, y }: Place, clickCount: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down({ clickCount });
  await page.mouse.up({ clickCount });
}

/** Clicks beside the upper left corner of something, wherever that is by now; answers where it was. */
async function clickIn(control: Locator): Promise<Place> {
  const place = await placeOf(control);
  await control.page().mouse.click(place.x + 10, place.y + 10);
  return place;
}

/** Presses Enter, and again in the page once the focus has moved; returns the name of the control that has it then. */
async function pressTwice(control: Locator): Promise<string> {
  const page = control.page();
  await control.focus();
  await page.evaluate(() => {
    delete document.body.dataset.pressed;
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

test("what is moved stays under the pointer, click after click", { tag: SCRIPTED }, async ({ page }) => {
  test.slow();
  await signIn(page);
  // No time, so that it comes after the others: at the very top of a page there is nothing to scroll.
  const time = newName().replaceAll(/\d/g, "x");
  const names = Array.from({ length: 4 }, newName);
  // Cards of different heights, as they are.
  for (const [place, name] of names.entries())
    await newSession(page, name, { time, description: "A long text of some lines. ".repeat(4 * place) });
  await open(page, "/admin/program");
  // The fonts come last, and break some lines elsewhere.
  await fontsHaveCome(page);
  const up = page.getByRole("button", { name: `Move ${names[3]} up`, exact: true });
  await up.scrollIntoViewIfNeeded();
  const before = await placeOf(up);
  const ours = page.getByRole("heading", { level: 3 }).filter({ hasText: new RegExp(names.join("|")) });
  const placeOfLast = async () => (await ours.allTextContents()).indexOf(names[3] ?? "");
  for (let left = 3; left > 0; left -= 1) {
    // As fast as one likes: to the browser the second is half of a double click.
    await pressAt(page, { x: before.x + 5, y: before.y + 5 }, 4 - left);
    await expect.poll(placeOfLast).toBe(left - 1);
    // A page is scrolled by whole pixels.
    await expect.poll(async () => distance(await placeOf(up), before)).toBeLessThanOrEqual(3);
    // The list may still be asked for, and the button be busy.
    await expect(page.locator(".toast")).toBeVisible();
  }
});

test("among the speakers the focus is where the work is", { tag: SCRIPTED }, async ({ page }) => {
  test.slow();
  await signIn(page);
  const name = `Đặng Thị Hoa ${newName()}`;
  const id = await newSpeaker(page, name);
  const toast = page.locator(".toast");

  await step("a name with letters of Vietnamese is set in the same type as the others", async () => {
    await open(page, "/admin/speakers");
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

  await step("a history opens and closes under one pointer", async () => {
    const summary = page.locator("summary").filter({ hasText: `History of ${name}` });
    const list = page.getByText("Created, by").filter({ visible: true });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await summary.scrollIntoViewIfNeeded();
      const before = await clickIn(summary);
      await expect(list).toHaveCount(1);
      expect(await placeOf(summary)).toEqual(before);
      await clickIn(summary);
      await expect(list).toHaveCount(0);
    }
  });

  await step("Enter pressed twice on a toast's Undo undoes, and presses nothing else", async () => {
    await page.locator(`#delete-${id}`).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
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

  for (const [button, focused] of [
    ["Restore and save", page.locator(`#edit-${id}`)],
    ["Save as new", page.getByRole("link", { name: "Add Speaker" })],
  ] as const)
    await step(`after '${button}' the focus is on the way to the form`, async () => {
      await open(page, "/admin/speakers");
      await page.locator(`#edit-${id}`).press("Enter");
      await page.request.delete(`/api/admin/speakers/${id}`, { headers: { Origin: PANEL_SITE.origin } });
      await page.getByLabel("Title").fill("Changed meanwhile");
      await page.getByRole("button", { name: "Save Speaker" }).click();
      await page.getByRole("button", { name: button }).press("Enter");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(focused).toBeFocused();
      await expect(focused).toBeInViewport({ ratio: 1 });
    });

  await step("who dismisses a message by keyboard in a dialog is where they were", async () => {
    await open(page, "/admin/speakers?add");
    const image = page.getByLabel("Image");
    await image.focus();
    await image.setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no image") });
    const dismiss = page.getByRole("button", { name: "Dismiss message" });
    await expect(dismiss).toBeVisible();
    await dismiss.press("Enter");
    await expect(dismiss).toBeHidden();
    await expect(image).toBeFocused();
  });
});

test("in the program's list the focus stays on what was pressed", { tag: SCRIPTED }, async ({ page }) => {
  await signIn(page);
  const time = `${newName()} o'clock`;
  const [first = "", last = ""] = [newName(), newName()];
  for (const title of [first, last]) await newSession(page, title, { time });
  await open(page, "/admin/program");
  const down = page.getByRole("button", { name: `Move ${first} down`, exact: true });

  await step("Enter pressed more often than there are places leaves it in the last one", async () => {
    await down.press("Enter");
    await expect(down).toBeDisabled();
    for (let more = 0; more < 3; more += 1) {
      await page.keyboard.press("Enter");
      await expect(down).toBeFocused();
    }
  });

  await step("and stays there as the message is dismissed by keyboard", async () => {
    await expect(page.locator(".toast")).toContainText("Session updated successfully.");
    await page.getByRole("button", { name: "Dismiss message" }).press("Space");
    await expect(down).toBeFocused();
    await page.reload();
    const ours = page.getByRole("heading", { level: 3 }).filter({ hasText: new RegExp(`${first}|${last}`) });
    await expect(ours).toHaveText([last, first]);
  });
});

test("Enter pressed twice on the way to a form sends nothing", { tag: SCRIPTED }, async ({ page }) => {
  test.slow();
  await signIn(page);
  const dialog = page.getByRole("dialog");
  const sent: string[] = [];
  const ids = { speakers: await newSpeaker(page), program: await newSession(page) };
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  for (const [path, id] of Object.entries(ids)) {
    await open(page, `/admin/${path}`);
    for (const opener of [page.locator(`#edit-${id}`), page.getByRole("link", { name: /^Add / })]) {
      await opener.press("Enter");
      await expect(dialog.locator("input:focus")).toBeVisible();
      await page.keyboard.press("Enter");
      await dialog.getByRole("link", { name: "Cancel" }).press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  }
  expect(sent).toEqual([]);

  await step("on Cancel or Close the form stays", async () => {
    await open(page, `/admin/speakers?edit=${ids.speakers}`);
    const title = dialog.getByLabel("Title");
    await title.fill("Typed");
    const question = page.getByRole("alertdialog");
    for (const name of ["Cancel", "Close"]) {
      await dialog.getByRole("link", { name, exact: true }).press("Enter");
      await expect(question).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(question).toBeHidden();
      await expect(title).toHaveValue("Typed");
    }
  });
});

test("half of a double click beside a dialog does no harm", { tag: SCRIPTED }, async ({ page }) => {
  test.slow();
  await signIn(page);
  const dialog = page.getByRole("dialog");

  await step("the answer to stay leaves the focus in the field", async () => {
    await open(page, "/admin/speakers?add");
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

  /** Clicks in a control, and once more as the dialog comes: a slow machine would make two clicks of it. */
  const doubleClick = async (control: Locator) => {
    await control.scrollIntoViewIfNeeded();
    const place = await placeOf(control);
    const second = page.evaluate(
      ([x, y]) =>
        new Promise<string>((done) => {
          const press = () => {
            const under = document.elementFromPoint(x, y) as Element;
            const place = { bubbles: true, cancelable: true, detail: 2, clientX: x, clientY: y };
            under.dispatchEvent(new PointerEvent("pointerdown", { ...place, pointerType: "mouse" }));
            for (const name of ["mousedown", "click"]) under.dispatchEvent(new MouseEvent(name, place));
            done(under.className);
          };
          const changed = new MutationObserver(() => {
            if (!document.querySelector("[role=dialog]")) return;
            changed.disconnect();
            setTimeout(press, 50);
          });
          changed.observe(document.body, { childList: true, subtree: true });
        }),
      [place.x + 10, place.y + 10] as const,
    );
    await clickIn(control);
    return { under: await second, place };
  };
  await open(page, "/admin/speakers");
  // In the left column, beside which no dialog lies.
  const edit = page.getByRole("link", { name: /^Edit / }).first();

  await step("a double click on Edit opens the dialog, and does not close it beside", async () => {
    const { under, place } = await doubleClick(edit);
    expect(under).toContain("dialog-backdrop");
    await expect(page).toHaveURL(/edit=/);
    await expect(dialog).toBeVisible();
    // Later a click beside it closes it.
    await expect(async () => {
      await page.mouse.click(place.x + 10, place.y + 10);
      await expect(dialog).toHaveCount(0, { timeout: 500 });
    }).toPass();
  });
});

/** Opens a new one-time link; answers the button that logs in. */
async function openLink(page: Page): Promise<Locator> {
  const settings = { ADMIN_EMAILS: OTHER_ORGANISER, SITE_URL: PANEL_SITE.origin };
  await page.goto(linkFor(PANEL_SITE, settings, OTHER_ORGANISER).href);
  return page.getByRole("main").getByRole("button");
}

test("a login ends once, and the focus is on the one that is left", { tag: [SCRIPTED, QUICK] }, async ({
  page,
  browser,
}) => {
  test.slow();
  // One ends alone, the others at once.
  for (let left = 3; left > 0; left -= 1) {
    const elsewhere = await browser.newPage({ baseURL: PANEL_SITE.origin });
    await (await openLink(elsewhere)).click();
    await expect(elsewhere).toHaveURL("/admin");
    await elsewhere.close();
  }
  const main = page.getByRole("main");
  const toast = page.locator(".toast");

  await step("a one-time link is sent once, however often its button is pressed", async () => {
    const login = await openLink(page);
    await ready(page, true);
    const { release } = await holdAnswers(page, /\/api\/login/);
    await login.click();
    await expect(login).toBeDisabled();
    release();
    // The page with the button has the panel's heading, too.
    await expect(page).toHaveURL("/admin");
  });

  await step("Enter pressed twice on 'End this login' logs nobody out who presses it", async () => {
    await open(page, "/admin/logins");
    const others = main.getByRole("link", { name: /^End\b(?! all)/ });
    await others.first().press("Enter");
    const button = page.getByRole("dialog").getByRole("button", { name: "End this login" });
    await expect(button).toBeVisible();
    await pressTwice(button);
    await expect(toast).toContainText("ended");
  });

  await step("who has ended all other logins has the focus on the one that is left", async () => {
    await open(page, "/admin/logins");
    await page.getByRole("link", { name: "End all others" }).press("Enter");
    await page.getByRole("button", { name: "End all other logins" }).press("Enter");
    await expect(toast).toContainText("logins ended.");
    // On its name: a second Enter on its button would end it.
    await expect(main.getByRole("heading", { name: "This one" })).toBeFocused();
  });
});

/** Connects new speakers to a new session; answers their names. */
async function connectSpeakers(page: Page, count: number): Promise<string[]> {
  const headers = { Origin: PANEL_SITE.origin };
  const sessionId = await newSession(page);
  const names = Array.from({ length: count }, newName);
  for (const name of names) {
    const data = { speakerId: await newSpeaker(page, name), sessionId, role: "speaker" };
    await page.request.post("/api/admin/speaker-sessions", { headers, data });
  }
  return names;
}

test("a connection is made or removed once", { tag: [SCRIPTED, QUICK] }, async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page);
  const remove = (name: string) => page.getByRole("button", { name: `Remove ${name}` });

  await step("a second Remove waits for the first that is on its way, and both are done", async () => {
    const [one = "", other = "", third = ""] = await connectSpeakers(page, 3);
    await open(page, "/admin/connections");
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
    await page.unrouteAll({ behavior: "wait" });
  });

  await step("Remove stays where it is as 'Removed', with Undo beside it", async () => {
    const [one = "", other = ""] = await connectSpeakers(page, 2);
    await open(page, "/admin/connections");
    const removed = page.getByRole("button", { name: `Removed ${one}` });
    const watched = [remove(other), page.getByRole("button", { name: /^Remove / }).first()];
    await remove(one).focus();
    const before = await Promise.all(watched.map(placeOf));
    await page.keyboard.press("Enter");
    await expect(removed).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator(".toast")).toContainText("disconnected");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(remove(one)).toBeVisible();
    expect(await Promise.all(watched.map(placeOf))).toEqual(before);
    await remove(one).dblclick();
    await expect(removed).toBeVisible();
    await page.reload();
    await expect(remove(other)).toBeVisible();
    await expect(removed).toHaveCount(0);
  });

  await step("the form comes back folded, and nothing moves below it", async () => {
    const [title, name, other] = [newName(), newName(), newName()];
    for (const each of [title, newName()]) await newSession(page, each);
    for (const each of [name, other]) await newSpeaker(page, each);
    await open(page, "/admin/connections");
    const connect = page.getByRole("button", { name: "Connect", exact: true });
    const summary = page.locator(".error-summary");
    const speaker = page.getByLabel("Speaker", { exact: true });
    const session = page.getByLabel("Session", { exact: true });
    const fold = page.locator("#connect");
    await fold.click();
    await connect.click();
    await expect(summary).toBeFocused();
    const watched = [fold, page.getByRole("button", { name: /^Remove / }).first()];
    const before = await Promise.all(watched.map(placeOf));
    await speaker.selectOption(name);
    await session.selectOption({ label: `${SESSION.time}: ${title}` });
    await connect.click();
    await expect(remove(name)).toBeVisible();
    await expect(fold).toBeFocused();
    await expect(connect).toBeHidden();
    expect(await Promise.all(watched.map(placeOf))).toEqual(before);
    await page.getByRole("link", { name: "Choose a speaker for" }).first().press("Enter");
    await expect(page).toHaveURL(/session=/);
    await expect(speaker).toBeFocused();
    await speaker.selectOption(other);
    await connect.press("Enter");
    await expect(remove(other)).toBeVisible();
    await expect(fold).toBeFocused();
    await expect(speaker).toHaveValue("");
    await expect(session).toHaveValue("");
  });
});

test("Enter pressed twice on the way to a message sends none", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await signIn(page);
  await open(page, `/admin/messages/new?q=${encodeURIComponent(addDelegate())}`);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.getByRole("button", { name: "Write to this" }).press("Enter");
  await expect(page.getByLabel("Subject")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByLabel("Subject").fill("Before the day");
  await page.getByLabel("Text").fill("We open at eight.");
  await page.getByRole("button", { name: "Save and preview" }).click();
  await expect(page.getByRole("heading", { name: "Before the day" })).toBeVisible();
  // The one that began it, and the one that was meant.
  expect(sent).toHaveLength(2);
});

const doorOf = (name: string) => `/admin/delegates/door?q=${encodeURIComponent(name)}`;

test("at the door Enter checks in nobody unseen", { tag: [SCRIPTED, QUICK] }, async ({ page }) => {
  await signIn(page);
  const [name, next] = [addDelegate(), addDelegate()];
  const checkIn = (who: string) => page.getByRole("button", { name: `Check in ${who}` });

  await step("pressed twice on a search it checks nobody in whom it finds", async () => {
    await open(page, "/admin/delegates/door");
    const field = page.getByLabel("Name, email or reference");
    await field.fill(name);
    expect(await pressTwice(field)).toBe("One person found");
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(checkIn(name)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator(".toast")).toContainText(`${name} is checked in`);
  });

  await step("what is pasted as the field appears is looked for by the Enter that follows", async () => {
    await open(page, doorOf(addDelegate()));
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
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(checkIn(next)).toBeVisible();
  });
});

test("who is checked in stays in place, with Undo beside", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const family = newName();
  const names = ["Ana", "Ben", "Cleo"].map((name) => addDelegate("confirmed", `${name} ${family}`));
  await page.setViewportSize(PHONE);
  await signIn(page);
  await open(page, doorOf(family));
  const checkIn = page.getByRole("button", { name: `Check in ${names[1]}` });
  const undo = page.getByRole("button", { name: `Undo check-in ${names[1]}` });
  const watched = [
    page.locator("#found"),
    page.locator("#q"),
    page.getByRole("heading", { level: 3 }).last(),
  ];
  const before = await Promise.all(watched.map(placeOf));
  await checkIn.dblclick();
  await expect(undo).toBeVisible();
  await expect(page.locator("#q")).toBeFocused();
  await undo.dblclick();
  await expect(checkIn).toBeVisible();
  expect(await pressTwice(checkIn)).toBe("q");
  await expect(page.locator("#found")).toBeFocused();
  await expect(undo).toBeVisible();
  expect(await Promise.all(watched.map(placeOf))).toEqual(before);
});

test("what was wrong with a change goes, and nothing moves", {
  tag: [SCRIPTED, QUICK],
}, async ({ desk, page }) => {
  const size = { width: 1280, height: 1_100 };
  await desk.open({ journalists: 3, size });
  await page.evaluate(() => document.fonts.ready);

  await step("the bar stays as high where they are written to instead", async () => {
    await desk.apply.click();
    await expect(desk.errors).toBeFocused();
    const write = page.getByRole("button", { name: "Write to them" });
    const before = await clickIn(write);
    await expect(desk.toast).toContainText("Select at least one delegate first.");
    expect(await placeOf(write)).toEqual(before);
  });

  await step("and the rows stay where it is put right", async () => {
    await desk.reopen();
    await desk.box("02").check();
    await desk.apply.click();
    await expect(desk.errors).toBeFocused();
    await desk.status.selectOption("Confirmed");
    const before = await placeOf(desk.box("00"));
    await desk.apply.click();
    await expect(desk.toast).toContainText("confirmed.");
    await expect(desk.errors).toHaveCount(0);
    expect(await placeOf(desk.box("00"))).toEqual(before);
  });
});

test("on the desk what is pressed stays, and counts once", { tag: SCRIPTED }, async ({ desk, page }) => {
  test.slow();
  await step("a status chosen in a folded-out row leaves the buttons where they are", async () => {
    await desk.open({ journalists: 1, size: { width: 1280, height: 1_100 } });
    await page.evaluate(() => document.fonts.ready);
    const facts = (await desk.foldOut("00")).locator(".desk-facts");
    const confirm = facts.getByRole("button", { name: "Confirmed", exact: true });
    const before = await clickIn(confirm);
    await expect(facts.getByRole("heading", { name: "Emails" })).toBeVisible();
    await expect(confirm).toHaveAttribute("aria-current", "true");
    expect(await placeOf(confirm)).toEqual(before);
  });

  await step("the bar is used where it sticks, and the rows stay before one's eyes", async () => {
    await desk.open({ journalists: 30 });
    await page.evaluate(() => document.fonts.ready);
    const box = desk.box("12");
    await box.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await box.click();
    const before = await placeOf(box);
    await clickIn(desk.status);
    expect(await placeOf(box)).toEqual(before);
    await page.keyboard.press("Escape");
    await desk.status.selectOption("Confirmed");
    await clickIn(desk.apply);
    await expect(desk.toast).toContainText(`${desk.nameOf("12")} confirmed.`);
    // The boxes are drawn again once their ticks have been used.
    await expect.poll(async () => distance(await placeOf(box), before)).toBeLessThanOrEqual(3);
  });

  await step("'Apply' pressed twice before there is an answer changes them once, and says so", async () => {
    await desk.reopen();
    for (const who of ["00", "01"]) await desk.box(who).check();
    await desk.status.selectOption("Confirmed");
    await desk.apply.dblclick();
    await expect(desk.toast).toContainText("2 delegates confirmed.");
    // A second form would be answered by then.
    await page.waitForLoadState("networkidle");
    await expect(desk.toast).toContainText("2 delegates confirmed.");
    await expect(desk.errors).toHaveCount(0);
  });

  await step("'Accredit' pressed twice says what it did, and not that there was nothing to do", async () => {
    await desk.open({ journalists: 1 });
    await desk.accredit("00").focus();
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
    await expect(desk.toast).toContainText(`${desk.nameOf("00")} confirmed.`);
    await page.reload();
    await expect(page.getByRole("button", { name: `Accredited ${desk.nameOf("00")}` })).toBeVisible();
  });

  await step("a double click in a field selects the word that is there", async () => {
    await desk.search.fill("wonderful");
    await desk.search.dblclick({ position: { x: 30, y: 20 } });
    const selected = () =>
      desk.search.evaluate((it: HTMLInputElement) =>
        it.value.slice(it.selectionStart ?? 0, it.selectionEnd ?? 0),
      );
    await expect.poll(selected).toBe("wonderful");
  });
});

test("half of a double click takes the focus from nothing", { tag: SCRIPTED }, async ({ desk, page }) => {
  test.slow();
  const sendAndPress = async (name: string, focused: Locator) => {
    const button = page.getByRole("button", { name });
    await button.scrollIntoViewIfNeeded();
    const { x, y } = await placeOf(button);
    await pressAt(page, { x: x + 20, y: y + 15 }, 1);
    await expect(desk.toast).toBeVisible();
    await pressAt(page, { x: x + 20, y: y + 15 }, 2);
    await expect(focused).toBeFocused();
    expect(await page.evaluate(() => String(getSelection()))).toBe("");
  };

  await step("at the door", async () => {
    await open(page, "/admin/delegates/walk-in");
    await page.getByLabel("Delegate Type").selectOption({ index: 1 });
    await page.getByLabel("Full Name").fill(`${newName()} Walker`);
    await page.getByLabel("Email Address").fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel("Job Title").fill("Lead");
    await sendAndPress("Add and check in", page.locator("[name=q]"));
  });

  await step("on the page of a delegate", async () => {
    await desk.open({ others: 1 });
    await desk.foldOut("00");
    await page.getByRole("link", { name: /^Edit, history/ }).click();
    const edit = page.getByRole("link", { name: "Edit registration" });
    await edit.click();
    await page.getByLabel("Job Title").fill("Chief editor");
    await sendAndPress("Save Registration", edit);
  });

  await step("and that of one on the page before does nothing on this one", async () => {
    addDelegate();
    await open(page, "/admin/delegates/badges");
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

  await step("nothing glides in the panel and in forms, where something is pressed meanwhile", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    for (const [path, scrolls] of [
      ["/admin/delegates", "auto"],
      ["/register", "auto"],
      ["/", "smooth"],
    ] as const) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveCSS("scroll-behavior", scrolls);
    }
  });
});

test("half a double click does nothing on a page without its scripts yet", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
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

test("a second press on 'Complete Registration' chooses nothing", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const send = page.getByRole("button", { name: "Complete Registration" });
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  const middleOf = async (control: Locator) => {
    await control.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const chosen = () =>
    page.evaluate(() => [...document.querySelectorAll("input:checked")].map((it) => it.id).join(" "));
  for (const script of ["with its scripts", "before its scripts have come"])
    await step(`on the form ${script}`, async () => {
      if (script === "before its scripts have come") await page.route("**/assets/*.js", () => {});
      await page.goto("/register");
      if (script === "with its scripts") await ready(page, true);
      const place = await middleOf(send);
      await pressAt(page, place, 1);
      await expect(summary).toBeFocused();
      const before = await chosen();
      await pressAt(page, place, 2);
      await expect(summary).toBeFocused();
      const other = await middleOf(page.getByRole("radio", { checked: false }).first());
      await pressAt(page, other, 2);
      expect(await chosen()).toBe(before);
      await pressAt(page, other, 1);
      expect(await chosen()).not.toBe(before);
    });
});
