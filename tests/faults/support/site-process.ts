// The same process for one test alone, which leaves nobody running behind when it fails.
import { onTestFinished } from "vitest";
import { type LaunchOptions, launch, untilUp } from "../../support/server.ts";

/** Starts the process and does not wait for it. */
export async function launchSite(options?: LaunchOptions) {
  const site = await launch(options);
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
