import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { useNewDataDir } from "../support/database.ts";
import { newFolder } from "../support/new-folder.ts";
import { TEMPLATE_DIR } from "../support/sites.ts";

/** Renders the dialog of the first speaker and of the first session. */
async function dialogs() {
  const { getSessionDialog, getSpeakerDialog } = await import("#app/routes/home/dialog-data.server.ts");
  const { SessionDialog, SpeakerDialog } = await import("#app/routes/home/dialogs.tsx");
  const [speaker, session] = [await getSpeakerDialog(1), await getSessionDialog(1)];
  const landing = { speakers: [], programSessions: [], connections: [] };
  const common = { wanted: "1", isLoaded: true, landing };
  return [
    createElement(SpeakerDialog, { ...common, answer: speaker }),
    createElement(SessionDialog, { ...common, answer: session }),
  ].map((dialog) => {
    const Page = createRoutesStub([{ path: "/", Component: () => dialog }]);
    return renderToStaticMarkup(createElement(Page));
  });
}

test("a dialog shows a public fact without a place of its own below the others, with its label", async () => {
  const DATA_DIR = newFolder();
  copyFileSync(join(TEMPLATE_DIR, "conference.db"), join(DATA_DIR, "conference.db"));
  useNewDataDir({ DATA_DIR });
  const { PLACED_IN_DIALOG } = await import("#app/models/landing/landing.ts");
  for (const dialog of await dialogs()) expect(dialog).not.toContain("<dt");
  for (const [kind, field] of Object.entries({ speaker: "company", session: "type" })) {
    const placed: string[] = PLACED_IN_DIALOG[kind as keyof typeof PLACED_IN_DIALOG] as never;
    placed.splice(placed.indexOf(field), 1);
  }
  const facts = (await dialogs()).map((dialog) =>
    [...dialog.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*><p>(.*?)<\/p>/g)].map(([, ...fact]) => fact),
  );
  expect(facts).toEqual([[["Company", "The Southern Courier"]], [["Type", "keynote"]]]);
});
