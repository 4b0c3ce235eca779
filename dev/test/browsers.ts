// Finds the browser for the tests. Run as a command, installs a browser for `npm test`. With `all`,
// also installs the other browsers and servers from Debian that `npm run test:all` needs.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Needs little more than half the processor time of a full browser. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const SYSTEM_BROWSERS = [
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

const hasPlaywrightBrowser = () => existsSync(chromium.executablePath());

const systemBrowser = (): string | undefined => SYSTEM_BROWSERS.find((path) => existsSync(path));

/** Launch options for tests: the system's browser, unless Playwright has installed one. */
export function browserOptions(): { executablePath?: string } {
  const executablePath = hasPlaywrightBrowser() ? undefined : systemBrowser();
  return executablePath ? { executablePath } : {};
}

/** Prefers a full browser, for tests that need one. */
export function findBrowser(): string | undefined {
  return [chromium.executablePath(), ...SYSTEM_BROWSERS.toReversed()].find((path) => existsSync(path));
}

/** Tries to install Debian's headless browser first, then any Chromium if there is no browser. */
function ensureBrowser(): void {
  if (!hasPlaywrightBrowser() && !existsSync(HEADLESS_SHELL)) {
    const [command, args] = packages("chromium-headless-shell fonts-liberation");
    spawnSync(command, args, { stdio: "ignore", timeout: 5 * 60_000 });
  }
  const attempts: [command: string, args: string[]][] = [
    ["playwright", ["install", "--with-deps", "chromium"]],
    ["playwright", ["install", "chromium"]],
    packages("chromium fonts-liberation"),
  ];
  for (const [command, args] of attempts) {
    if (findBrowser()) return;
    console.log(`No browser found for the tests. Running ${command} ${args.join(" ")}`);
    spawnSync(command, args, { stdio: "inherit", timeout: 5 * 60_000 });
  }
  if (!findBrowser()) {
    console.error(
      "The browser tests need Chromium, and none could be installed. Install it and run npm test again.",
    );
    process.exit(1);
  }
}

const packages = (names: string): [command: string, args: string[]] => [
  "sh",
  ["-c", `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names}`],
];

/** Ignores a failed installation, because tests skip missing programs. */
function ensureOthers(): void {
  const programs = {
    w3m: "w3m",
    "firefox-esr": "firefox",
    spamassassin: "spamassassin",
    strace: "strace",
    nginx: "nginx",
    varnish: "varnishd",
    caddy: "caddy",
  };
  const isThere = (program: string) =>
    `${process.env.PATH}:/usr/sbin`.split(":").some((folder) => existsSync(`${folder}/${program}`));
  const missing = Object.entries(programs).filter(([, program]) => !isThere(program));
  const [command, args] = packages(missing.map(([name]) => name).join(" "));
  if (missing.length > 0) spawnSync(command, args, { stdio: "ignore", timeout: 5 * 60_000 });
}

if (import.meta.main) {
  ensureBrowser();
  if (process.argv[2] === "all") ensureOthers();
}
