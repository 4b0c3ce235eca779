// Which Chromium the browser tests use; run as a program it sees to it that there is one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of an installed browser, or undefined: Playwright's own first, else the system's. */
export function findBrowser(): string | undefined {
  return [chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => existsSync(path));
}

/** Gets a browser where there is none: Playwright's, else Debian's package. */
function ensureBrowser(): void {
  const attempts: [command: string, args: string[]][] = [
    ["playwright", ["install", "--with-deps", "chromium"]],
    ["playwright", ["install", "chromium"]],
    [
      "sh",
      [
        "-c",
        "apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation",
      ],
    ],
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
