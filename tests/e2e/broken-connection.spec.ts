// A connection that breaks takes nothing away: no form, no dialog, nothing typed, no screen.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { BREAKS, breakConnection, contentsOf, isPortalFault } from "../support/broken-connection.ts";
import { insertDelegate } from "../support/delegates.ts";
import { foldOut, rowOf } from "../support/desk.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { expect, newEmail, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";
import { signIn, tab } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page, true);
}

/** What the forms below are about, of this test alone: two speakers, one of them deleted, a session, a delegate. */
async function prepare(page: Page) {
  const mark = `B${crypto.randomUUID().slice(0, 8)}`;
  const headers = { Origin: PANEL_SITE.origin };
  const post = async (path: string, data: unknown) =>
    (await page.request.post(`/api/admin/${path}`, { headers, data })).json();
  const speaker = await post("speakers", { ...SPEAKER, name: `Speaker ${mark}` });
  const gone = await post("speakers", { ...SPEAKER, name: `Gone ${mark}` });
  await page.request.delete(`/api/admin/speakers/${gone.id}`, { headers });
  const session = await post("program", { ...SESSION, track: null, title: `Session ${mark}` });
  await post("speaker-sessions", { speakerId: speaker.id, sessionId: session.id, role: "speaker" });
  const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"), { timeout: 5_000 });
  const status = "confirmed";
  const email = newEmail();
  const delegate = insertDelegate(sqlite, {
    name: `Delegate ${mark}`,
    email,
    status,
    registration_type: "media_pass",
  });
  sqlite
    .prepare(
      "insert into outbox (delegate_id, kind, state, problem) values (?, 'confirmed', 'failed', 'No such user')",
    )
    .run(delegate);
  const token = sqlite.prepare("select link_token from delegates where id = ?").pluck().get(delegate);
  sqlite.close();
  return { mark, speaker: speaker.id, session: session.id, delegate, token };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

const PHOTO = { name: "portrait.jpg", mimeType: "image/jpeg", buffer: Buffer.from("not uploaded yet") };

type FormOfSite = {
  name: string;
  at: (prepared: Prepared) => string;
  fill?: (page: Page, prepared: Prepared) => Promise<void>;
  press: (prepared: Prepared) => string;
  /** What its toast says (specification, 8). */
  says: string;
};

const byLabel = (labels: Record<string, string>) => async (page: Page) => {
  for (const [label, text] of Object.entries(labels))
    await page.getByLabel(label, { exact: true }).fill(text);
};
const chooseConnection = async (page: Page, { mark }: Prepared) => {
  await page.getByLabel("Speaker").selectOption(`Speaker ${mark}`);
  await page.getByLabel("Role").selectOption("Panelist");
};
const desk = ({ mark }: Prepared) => `/admin/delegates?q=${mark}`;
const door = ({ mark }: Prepared) => `/admin/delegates/door?q=${mark}`;
const person = ({ delegate, mark }: Prepared) => `/admin/delegates/${delegate}?q=${mark}`;

/** Their addresses as the forms write them. */
const FORMS: FormOfSite[] = [
  {
    name: "adding a speaker",
    at: () => "/admin/speakers?add=",
    fill: byLabel({ Name: "Typed", Title: "Editor", Company: "The Quill" }),
    press: () => "Create Speaker",
    says: "Failed to create speaker.",
  },
  {
    name: "editing a speaker",
    at: ({ speaker }) => `/admin/speakers?edit=${speaker}`,
    fill: byLabel({ Name: "Typed", Title: "Another" }),
    press: () => "Save Speaker",
    says: "Failed to update speaker.",
  },
  {
    name: "deleting a speaker",
    at: ({ speaker }) => `/admin/speakers?delete=${speaker}`,
    press: () => "Delete",
    says: "Failed to delete speaker.",
  },
  {
    name: "moving a speaker",
    at: () => "/admin/speakers",
    press: ({ mark }) => `Move Speaker ${mark} up`,
    says: "Failed to update speaker.",
  },
  {
    name: "undoing a deletion",
    at: () => "/admin/speakers",
    fill: (page) => page.locator("summary", { hasText: "Recently deleted" }).click(),
    press: ({ mark }) => `Undo deleting Gone ${mark}`,
    says: "Failed to restore speaker. Please try again later.",
  },
  {
    name: "adding a session",
    at: () => "/admin/program?add=",
    fill: byLabel({ Title: "Typed", Time: "9:00 AM" }),
    press: () => "Create Session",
    says: "Failed to create session.",
  },
  {
    name: "editing a session",
    at: ({ session }) => `/admin/program?edit=${session}`,
    fill: byLabel({ Title: "Typed" }),
    press: () => "Save Session",
    says: "Failed to update session.",
  },
  {
    name: "deleting a session",
    at: ({ session }) => `/admin/program?delete=${session}`,
    press: () => "Delete",
    says: "Failed to delete session.",
  },
  {
    name: "connecting",
    at: () => "/admin/connections",
    fill: chooseConnection,
    press: () => "Connect",
    says: "Failed to connect speaker to session",
  },
  {
    name: "disconnecting, beside a connection half chosen",
    at: () => "/admin/connections",
    fill: chooseConnection,
    press: ({ mark }) => `Remove Speaker ${mark} from Session ${mark}`,
    says: "Failed to disconnect speaker from session",
  },
  {
    name: "declining somebody, with a line to them",
    at: desk,
    fill: async (page, { mark }) => {
      const row = rowOf(page, `Delegate ${mark}`);
      await row.locator(".desk-decline > summary").click();
      await row.getByLabel(/^A line to/).fill("We are full.");
    },
    press: ({ mark }) => `Decline Delegate ${mark}`,
    says: "Failed to change the status. Please try again later.",
  },
  {
    name: "changing several",
    at: desk,
    fill: async (page, { mark }) => {
      await page.getByLabel(`Select Delegate ${mark}`).check();
      await page.getByLabel("to status").selectOption("Declined");
    },
    press: () => "Apply",
    says: "Failed to change the status. Please try again later.",
  },
  {
    name: "sending a mail again",
    at: desk,
    fill: (page, { mark }) => foldOut(page, `Delegate ${mark}`).then(() => {}),
    press: ({ mark }) => `Send again to Delegate ${mark}`,
    says: "Failed to send the email again. Please try again later.",
  },
  {
    name: "deleting personal data",
    at: (prepared) => `${person(prepared)}&delete=`,
    press: () => "Delete personal data",
    says: "Failed to delete the personal data. Please try again later.",
  },
  {
    name: "checking in, the next name half typed",
    at: door,
    fill: byLabel({ "Name, email or reference": "The next" }),
    press: () => "Check in",
    says: "Failed to check in. Please try again.",
  },
  {
    name: "cancelling a registration",
    at: ({ token }) => `/registration/${token}/cancel`,
    press: () => "Cancel this registration",
    says: "Failed to cancel the registration. Please try again later.",
  },
  {
    name: "logging in by a link",
    at: () => "/api/login?link=anything",
    press: () => "Log in",
    says: "Failed to log in. Please try again.",
  },
  {
    name: "registering",
    at: () => "/register",
    fill: byLabel({ "Full Name": "Noor Haddad", "Job Title": "Reporter" }),
    press: () => "Complete Registration",
    says: "Please try again later.",
  },
];

const ways = Object.keys(BREAKS);

test("every form stays as it is, whatever breaks the connection, and says what failed", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, faults }) => {
  test.slow();
  await signIn(page);
  const prepared = await prepare(page);
  for (const [index, { name, at, fill, press, says }] of FORMS.entries()) {
    await open(page, at(prepared));
    await fill?.(page, prepared);
    const before = { url: page.url(), contents: await contentsOf(page) };
    // Adding and registering in every way, the others in two of them, each in others.
    const isWhole = index === 0 || name === "registering";
    const tried = isWhole ? ways : [0, 3].map((step) => ways[(index + step) % ways.length] ?? "");
    for (const way of tried) {
      const broken = await breakConnection(page, BREAKS[way] ?? ((route) => route.abort()), "POST");
      const button = page.getByRole("button", {
        name: press(prepared),
        exact: press(prepared) !== "Check in",
      });
      await button.click();
      const what = `${name}, ${way}`;
      await expect(page.locator(".toast").filter({ hasText: says }), what).toHaveCount(1);
      await expect(button, what).toBeEnabled();
      expect({ url: page.url(), contents: await contentsOf(page) }, what).toEqual(before);
      // Nothing is ever sent a second time by itself.
      expect(broken.requests(), what).toBe(1);
      await broken.mend();
      await page.getByRole("button", { name: "Dismiss message" }).click();
    }
  }
  expect(faults.filter((fault) => !isPortalFault(fault))).toEqual([]);
  faults.length = 0;
});

test("a line that was sent by key and did not arrive is open again, with what was typed", {
  tag: SCRIPTED,
}, async ({ page, context }) => {
  await signIn(page);
  const [next, prepared] = [await prepare(page), await prepare(page)];
  await open(page, "/admin/delegates?q=Delegate&type=media_pass");
  await expect(page.locator(".desk-person > summary", { hasText: `Delegate ${next.mark}` })).toBeVisible();
  await page.locator(".desk-person > summary", { hasText: `Delegate ${prepared.mark}` }).focus();
  await page.keyboard.press("d");
  await page.keyboard.type("No room.");
  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await expect(page.locator(".toast")).toContainText("Please try again");
  const line = page.getByLabel(`A line to Delegate ${prepared.mark}`);
  await expect(line).toBeVisible();
  await expect(line).toHaveValue("No room.");
});

test("a form that could not be saved is still unsaved, keeps its file, and is saved once by pressing again", {
  tag: SCRIPTED,
}, async ({ page, context }) => {
  await signIn(page);
  const name = `Once ${crypto.randomUUID().slice(0, 8)}`;
  await open(page, "/admin/speakers?add");
  await byLabel({ Name: name, Title: "Editor", Company: "The Quill" })(page);
  await page.getByLabel("Category").selectOption("Technology");
  await context.setOffline(true);
  // It cannot be uploaded ahead of the form, and stays chosen.
  await page.getByLabel("Image").setInputFiles(PHOTO);
  await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
  await expect(page.getByText("The image could not be uploaded. Choose it again")).toBeVisible();
  await page.getByRole("button", { name: "Create Speaker" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Speaker" });
  await expect(dialog.getByRole("alert").first()).toContainText("There is a problem");
  await expect(page.locator(".toast").filter({ hasText: "Failed to create speaker." })).toHaveCount(1);
  expect(await contentsOf(page)).toContainEqual(["portrait.jpg, 16 bytes"]);
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await context.setOffline(false);

  // This time it arrives, and only the answer is lost: pressing again adds nobody twice.
  await page.getByLabel("Image").setInputFiles([]);
  const broken = await breakConnection(
    page,
    async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort("connectionreset");
    },
    "POST",
  );
  await page.getByRole("button", { name: "Create Speaker" }).click();
  await expect.poll(broken.requests).toBe(1);
  await expect(page.locator(".toast").filter({ hasText: "Failed to create speaker." })).toHaveCount(1);
  await broken.mend();
  await page.getByRole("button", { name: "Create Speaker" }).click();
  await expect(page.locator(".toast")).toContainText("Speaker created successfully.");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name })).toHaveCount(1);
});

test("what the site itself says of a form stands in the toast, and the form stays", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await signIn(page);
  await open(page, "/admin/program?add");
  await byLabel({ Title: "x".repeat(140_000), Time: "9:00 AM" })(page);
  await page.getByRole("button", { name: "Create Session" }).click();
  await expect(page.locator(".toast")).toContainText("Failed to create session. This is too much at once");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("9:00 AM");
});

test("a save that nothing answers says so after a minute, and leaving it before that asks", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await signIn(page);
  await page.clock.install();
  await open(page, "/admin/program?add");
  await byLabel({ Title: "Typed", Time: "9:00 AM" })(page);
  const broken = await breakConnection(page, () => new Promise(() => {}), "POST");
  await page.getByRole("button", { name: "Create Session" }).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
  await expect.poll(broken.requests).toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await page.clock.fastForward(60_000);
  await expect(page.locator(".toast")).toContainText("Failed to create session.");
  await expect(page.getByRole("button", { name: "Create Session" })).toBeEnabled();
  await expect(page.getByLabel("Title")).toHaveValue("Typed");
});

test("a deletion that fails leaves the focus on its button, to be tried again", { tag: SCRIPTED }, async ({
  page,
  context,
}) => {
  await signIn(page);
  const { speaker, delegate } = await prepare(page);
  for (const [address, failure] of [
    [`/admin/speakers?delete=${speaker}`, "Failed to delete speaker."],
    [`/admin/delegates/${delegate}?delete`, "Failed to delete"],
  ] as const) {
    await open(page, address);
    const button = page.getByRole("dialog").getByRole("button", { name: /^Delete/ });
    await button.focus();
    await context.setOffline(true);
    await page.keyboard.press("Enter");
    await expect(page.locator(".toast")).toContainText(failure);
    await expect(button).toBeFocused();
    await context.setOffline(false);
  }
});

test("a save that arrived is not said to have failed where only the list could not be loaded again", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await signIn(page);
  const name = `Arrived ${crypto.randomUUID().slice(0, 8)}`;
  await open(page, "/admin/speakers?add");
  await byLabel({ Name: name, Title: "Editor", Company: "The Quill" })(page);
  await page.getByLabel("Category").selectOption("Technology");
  const broken = await breakConnection(page, (route) => route.abort(), "GET");
  await page.getByRole("button", { name: "Create Speaker" }).click();
  const toast = page.locator(".toast");
  await expect(toast).toContainText("What you sent arrived");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL("/admin/speakers");
  await broken.mend();
  await page.reload();
  await expect(toast).toContainText("Speaker created successfully.");
  await expect(page.getByRole("heading", { name })).toHaveCount(1);

  // Registering too: its address is the confirmation's by then.
  await open(page, "/register");
  await byLabel({ "Full Name": "Noor Haddad", "Email Address": newEmail(), "Job Title": "Reporter" })(page);
  await page.getByLabel("Media Outlet").fill("The Quill");
  const again = await breakConnection(page, (route) => route.abort(), "GET");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await expect(toast).toContainText("What you sent arrived");
  await again.mend();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Registration Confirmed!" })).toBeVisible();
});

test("without a connection dialogs open and close, and the screen stays", { tag: [SCRIPTED, QUICK] }, async ({
  page,
  context,
}) => {
  await signIn(page);
  const { speaker, mark, delegate } = await prepare(page);
  const toast = page.locator(".toast");
  for (const [screen, opener, name] of [
    ["/admin/speakers", `#edit-${speaker}`, "Edit Speaker"],
    ["/admin/speakers", `#delete-${speaker}`, "Delete speaker"],
    ["/admin/program", "#add", "Add Session"],
    [`/admin/delegates/${delegate}?q=${mark}`, "#delete", "Delete personal data"],
  ] as const) {
    await open(page, screen);
    const dialog = page.getByRole("dialog", { name });
    await context.setOffline(true);
    for (const close of ["Escape", "Close"]) {
      await page.locator(opener).click();
      await expect(dialog).toBeVisible();
      await expect(page).not.toHaveURL(screen);
      if (close === "Escape") await page.keyboard.press("Escape");
      else await dialog.getByRole("link", { name: "Close" }).click();
      await expect(dialog).toBeHidden();
      await expect(page.locator(opener)).toBeFocused();
      await expect(page).toHaveURL(screen);
      await expect(toast).toHaveCount(0);
    }
    await context.setOffline(false);
  }
});

test("a way to another screen that breaks ends where it began, with what was chosen there", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, faults }) => {
  test.slow();
  await signIn(page);
  const prepared = await prepare(page);
  // Only once script runs is a tab no new document, and what is chosen something to be asked about.
  await open(page, "/admin");
  await tab(page, "Connections").click();
  await expect(page.getByLabel("Speaker")).toBeVisible();
  await chooseConnection(page, prepared);
  const toast = page.locator(".toast");
  for (const way of ways) {
    const broken = await breakConnection(page, BREAKS[way] ?? ((route) => route.abort()));
    for (const leave of ["link", "back"]) {
      if (leave === "link") await page.getByRole("link", { name: "Back to Admin" }).click();
      else await page.evaluate(() => window.history.back());
      await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
      await expect(toast, `${way}, ${leave}`).toContainText("The page could not be reached");
      await expect(page).toHaveURL("/admin/connections");
      await expect(page.getByLabel("Role")).toHaveValue("panelist");
      await page.getByRole("button", { name: "Dismiss message" }).click();
    }
    await broken.mend();
  }
  await page.evaluate(() => window.history.back());
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
  expect(faults.filter((fault) => !isPortalFault(fault))).toEqual([]);
  faults.length = 0;
});

test("a search that breaks keeps what was typed, at the door and at the desk", { tag: SCRIPTED }, async ({
  page,
  context,
}) => {
  await signIn(page);
  // Where nobody has registered there is no search.
  await prepare(page);
  for (const [address, label, button] of [
    ["/admin/delegates/door", "Name, email or reference", "Find"],
    ["/admin/delegates", "Search by name, email, job title, outlet or reference", "Search"],
  ] as const) {
    await open(page, address);
    await page.getByLabel(label).fill("Noor");
    await context.setOffline(true);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.locator(".toast")).toContainText("The page could not be reached");
    await expect(page.getByLabel(label)).toHaveValue("Noor");
    await context.setOffline(false);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page).toHaveURL(/q=Noor/);
  }
});

test("what was typed outlasts a way that takes long and breaks then, when the coming page stood in its place", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await open(page, "/register");
  await byLabel({ "Full Name": "Noor Haddad" })(page);
  let breakOff = () => {};
  const brokenOff = new Promise<void>((resolve) => {
    breakOff = resolve;
  });
  await breakConnection(page, async (route) => {
    await brokenOff;
    await route.abort();
  });
  await page.getByRole("banner").getByRole("link", { name: "Byline 2025" }).click();
  await expect(page.getByText("Loading program...")).toBeVisible();
  breakOff();
  await expect(page.locator(".toast")).toContainText("The page could not be reached");
  await expect(page.getByText("Loading program...")).toBeHidden();
  await expect(page.getByLabel("Full Name")).toHaveValue("Noor Haddad");
  await expect(page).toHaveURL("/register");
});
