// What was pressed stays under the hand: by mouse nothing moves away, by keyboard the focus is where the work is.
import type { Locator, Page } from "@playwright/test";
import { insertDelegate } from "../support/delegates.ts";
import { PHONE, test } from "../support/desk.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { expect, holdAnswers, QUICK, ready, SCRIPTED } from "../support/journey.ts";
import { linkFor } from "../support/link-sign-in.ts";
import { create, inPanelDatabase, openMore, signIn } from "../support/panel.ts";
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

test("among the speakers the focus is where the work is", { tag: SCRIPTED }, async ({ page }) => {
  test.slow();
  await signIn(page);
  const name = `Đặng Thị Hoa ${newName()}`;
  const id = await newSpeaker(page, name);

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

  await openMore(page, first);
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

test("Enter pressed twice opens or closes a dialog", { tag: SCRIPTED }, async ({ page }) => {
  test.slow();
  await signIn(page);
  const dialog = page.getByRole("dialog");
  const ids = { speakers: await newSpeaker(page), program: await newSession(page) };
  for (const [path, id] of Object.entries(ids)) {
    await open(page, `/admin/${path}`);
    for (const opener of [page.locator(`#edit-${id}`), page.getByRole("link", { name: /^Add / })]) {
      await pressTwice(opener);
      await expect(dialog).toBeVisible();
      await expect(page.locator(".toast, .error-summary")).toHaveCount(0);
      await pressTwice(dialog.getByRole("link", { name: "Cancel" }));
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  }

  await step("on Cancel or Close it asks once, and waits for an answer", async () => {
    await open(page, `/admin/speakers?edit=${ids.speakers}`);
    const title = dialog.getByLabel("Title");
    await title.fill("Typed");
    for (const name of ["Cancel", "Close"]) {
      expect(await pressTwice(dialog.getByRole("link", { name, exact: true }))).toContain("Keep editing");
      const question = page.getByRole("alertdialog");
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
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

  /** Clicks in a control, and once more as the dialog comes or goes: a slow machine would make two clicks of it. */
  const doubleClick = async (control: Locator, hasCome: boolean) => {
    await control.scrollIntoViewIfNeeded();
    const place = await placeOf(control);
    const second = page.evaluate(
      ([x, y, hasCome]) =>
        new Promise<{ under: string; isLetThrough: boolean }>((done) => {
          const press = () => {
            // Behind a dialog that has gone a control is put there.
            const control = document.createElement("button");
            document.querySelector("main")?.append(control);
            const under = (hasCome && document.elementFromPoint(x, y)) || control;
            const place = { bubbles: true, cancelable: true, detail: 2, clientX: x, clientY: y };
            if (hasCome)
              under.dispatchEvent(new PointerEvent("pointerdown", { ...place, pointerType: "mouse" }));
            if (hasCome) under.dispatchEvent(new MouseEvent("mousedown", place));
            done({
              isLetThrough: under.dispatchEvent(new MouseEvent("click", place)),
              under: under.className,
            });
          };
          const changed = new MutationObserver(() => {
            if (Boolean(document.querySelector("[role=dialog]")) !== hasCome) return;
            changed.disconnect();
            setTimeout(press, hasCome ? 50 : 0);
          });
          changed.observe(document.body, { childList: true, subtree: true });
        }),
      [place.x + 10, place.y + 10, hasCome] as const,
    );
    await clickIn(control);
    return { ...(await second), place };
  };
  await open(page, "/admin/speakers");
  // In the left column, beside which no dialog lies.
  const edit = page.getByRole("link", { name: /^Edit / }).first();

  await step("a double click on Edit opens the dialog, and does not close it beside", async () => {
    const { under, place } = await doubleClick(edit, true);
    expect(under).toContain("dialog-backdrop");
    await expect(page).toHaveURL(/edit=/);
    await expect(dialog).toBeVisible();
    // Later a click beside it closes it.
    await expect(async () => {
      await page.mouse.click(place.x + 10, place.y + 10);
      await expect(dialog).toHaveCount(0, { timeout: 500 });
    }).toPass();
  });

  await step("the second half of a double click on Cancel opens nothing that lies behind it", async () => {
    await edit.click();
    const { isLetThrough } = await doubleClick(dialog.getByRole("link", { name: "Cancel" }), false);
    expect(isLetThrough).toBe(false);
    await expect(edit).toBeFocused();
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

  await step("Enter pressed twice on Remove disconnects one speaker, and later the next one", async () => {
    const [one = "", other = ""] = await connectSpeakers(page, 2);
    await open(page, "/admin/connections");
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

  await step("what was wrong goes, and what stands below it does not move under the pointer", async () => {
    const [title, name, other, third] = [newName(), newName(), newName(), newName()];
    for (const each of [title, newName()]) await newSession(page, each);
    for (const each of [name, other, third]) await newSpeaker(page, each);
    await open(page, "/admin/connections");
    const connect = page.getByRole("button", { name: "Connect", exact: true });
    const summary = page.locator(".error-summary");
    const speaker = page.getByLabel("Speaker", { exact: true });
    const session = page.getByLabel("Session", { exact: true });
    await connect.click();
    await expect(summary).toBeFocused();
    const watched = [connect, page.getByRole("button", { name: /^Remove / }).first()];
    let before: Place[] | undefined;
    // The next one too, for which nothing was wrong.
    for (const each of [name, other]) {
      await speaker.selectOption(each);
      await session.selectOption({ label: `${SESSION.time}: ${title}` });
      before ??= await Promise.all(watched.map(placeOf));
      await clickIn(connect);
      await expect(remove(each)).toBeVisible();
      await expect(summary).toHaveCount(0);
      expect(await Promise.all(watched.map(placeOf))).toEqual(before);
    }
    // The room is taken back where the page shows something else, and who has chosen there goes on at the form.
    await page.getByRole("link", { name: "Choose a speaker for" }).first().press("Enter");
    await expect(page).toHaveURL(/session=/);
    await expect(speaker).toBeFocused();
    await expect.poll(async () => (await placeOf(connect)).y).not.toBe(before?.[0]?.y);
    await speaker.selectOption(third);
    await connect.press("Enter");
    await expect(remove(third)).toBeVisible();
    await expect(speaker).toBeFocused();
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
  await pressTwice(page.getByRole("button", { name: "Write to this" }));
  await expect(page.getByLabel("Subject")).toBeFocused();
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
    expect(await pressTwice(field)).toContain("Check in");
    // Whoever has seen the name and presses then is obeyed.
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    await expect(async () => {
      await expect(checkIn(name)).toBeFocused();
      await checkIn(name).press("Enter");
      await expect(page.locator(".toast")).toContainText(`${name} is checked in`, { timeout: 4_000 });
    }).toPass();
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
    // The button that lets the first one in has the focus.
    await page.keyboard.press("Enter");
    await expect(checkIn(next)).toBeFocused();
  });
});

test("Enter pressed twice on 'Check in' leaves what it says", { tag: SCRIPTED }, async ({ page }) => {
  const name = addDelegate("confirmed", `Maximiliana Konstantina ${newName()}`);
  await page.setViewportSize(PHONE);
  await signIn(page);
  await open(page, doorOf(name));
  expect(await pressTwice(page.getByRole("button", { name: `Check in ${name}` }))).toBe("q");
  await expect(page.locator(".toast")).toContainText(`${name} is checked in`);
  const heading = page.getByRole("heading", { name: "The last person" });
  await expect(heading).toBeVisible();
  await expect(page).not.toHaveURL(/q=/);

  await step("the name of the last person has the width of a phone", async () => {
    const last = page.locator("section").filter({ has: heading });
    const words = await last.getByText(name, { exact: true }).first().boundingBox();
    // Three words of it in two lines at most: none is broken.
    expect(words?.height).toBeLessThan(80);
    expect((await last.getByRole("button").boundingBox())?.y).toBeGreaterThan((words?.y ?? 0) + 20);
  });
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
