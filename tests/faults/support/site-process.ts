// Server processes for one test and one organiser, killed when the test ends.
import { onTestFinished } from "vitest";
import { ORGANISER } from "../../support/organiser.ts";
import { type LaunchOptions, launch, untilUp } from "../../support/server.ts";
import { logInOver } from "./server-process.ts";

/** Starts a site without waiting for it. */
export async function launchSite(options?: LaunchOptions) {
  const site = await launch({ ...options, settings: { ADMIN_EMAILS: ORGANISER, ...options?.settings } });
  const { stdout, stderr } = site.child;
  onTestFinished(() => void site.child.kill("SIGKILL"));
  return {
    ...site,
    /** Closes the site's output, as if the program that reads it had ended. */
    closeOutput: () => {
      stdout?.destroy();
      stderr?.destroy();
    },
    pauseOutput: () => void stdout?.pause(),
    resumeOutput: () => void stdout?.resume(),
  };
}

export type Site = Awaited<ReturnType<typeof launchSite>>;

export async function startSite(options?: LaunchOptions): Promise<Site & { readyMs: number }> {
  const start = performance.now();
  const site = await untilUp(await launchSite(options));
  return { ...site, readyMs: performance.now() - start };
}

export async function startLoggedIn(options?: LaunchOptions) {
  const site = await startSite(options);
  return { site, cookie: await logInOver(site) };
}
