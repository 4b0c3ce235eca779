// Which Chromium the browser tests use; run as a program it sees to it that there is one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** The one without windows first: it does the same tests with little more than half of the work. */
const SYSTEM_BROWSERS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Whether Playwright has a browser of its own, which it finds by itself. */
const hasPlaywrightBrowser = () => existsSync(chromium.executablePath());

const systemBrowser = (): string | undefined => SYSTEM_BROWSERS.find((path) => existsSync(path));

/** What tests launch their browser with: the system's, or nothing where Playwright has its own. */
export function launchPath(): { executablePath?: string } {
  const executablePath = hasPlaywrightBrowser() ? undefined : systemBrowser();
  return executablePath ? { executablePath } : {};
}

/** The path of a whole browser, for those who need one with all that it has; undefined where there is none. */
export function findBrowser(): string | undefined {
  return [chromium.executablePath(), ...SYSTEM_BROWSERS.toReversed()].find((path) => existsSync(path));
}

/** Gets a browser where there is none: Playwright's, else Debian's package. */
function ensureBrowser(): void {
  const packages = (names: string): [command: string, args: string[]] => [
    "sh",
    ["-c", `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names}`],
  ];
  const attempts: [command: string, args: string[]][] = [
    ["playwright", ["install", "--with-deps", "chromium"]],
    ["playwright", ["install", "chromium"]],
    packages("chromium-headless-shell fonts-liberation"),
    packages("chromium fonts-liberation"),
  ];
  for (const [command, args] of attempts) {
    if (findBrowser()) return;
    console.log(`No browser for the tests yet: ${command} ${args.join(" ")}`);
    spawnSync(command, args, { stdio: "inherit", timeout: 5 * 60_000 });
  }
  if (!findBrowser()) {
    console.error(
      "The browser tests need Chromium, and none could be installed. Install it and run npm test again.",
    );
    process.exit(1);
  }
}

if (import.meta.main) ensureBrowser();
