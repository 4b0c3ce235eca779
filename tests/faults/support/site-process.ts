// The same process for one test alone, for one organiser, which leaves nobody running behind when it fails.
import { onTestFinished } from "vitest";
import { ORGANISER } from "../../support/organiser.ts";
import { type LaunchOptions, launch, untilUp } from "../../support/server.ts";
import { signInOver } from "./server-process.ts";

/** Starts the process and does not wait for it. */
export async function launchSite(options?: LaunchOptions) {
  const site = await launch({ ...options, settings: { ADMIN_EMAILS: ORGANISER, ...options?.settings } });
  const { stdout, stderr } = site.child;
  onTestFinished(() => void site.child.kill("SIGKILL"));
  return {
    ...site,
    /** Nobody reads what it prints any more: as when the program that did has ended. */
    closeOutput: () => {
      stdout?.destroy();
      stderr?.destroy();
    },
    /** Nobody takes what it prints for now. */
    holdOutput: () => {
      stdout?.pause();
    },
    letOutput: () => {
      stdout?.resume();
    },
  };
}

export type Site = Awaited<ReturnType<typeof launchSite>>;

/** Starts the server and waits until it is ready. */
export async function startSite(options?: LaunchOptions): Promise<Site & { readyMs: number }> {
  const start = performance.now();
  const site = await untilUp(await launchSite(options));
  return { ...site, readyMs: performance.now() - start };
}

/** The same, with the cookie of its organiser. */
export async function startSignedIn(options?: LaunchOptions) {
  const site = await startSite(options);
  return { site, cookie: await signInOver(site) };
}
