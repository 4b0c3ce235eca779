// w3m, a text browser without styles or JavaScript, controlled by keystrokes.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../faults/support/until.ts";

const hasProgram = (name: string, option: string) => spawnSync(name, [option]).status === 0;
export const hasW3m = hasProgram("w3m", "-version") && hasProgram("script", "--version");

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal output contains them
const CONTROL = /\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]|[\x00-\x1f]/g;
const REDRAW = "\f";

/** Opens an address. Every method waits for its effect on the screen. */
export async function openW3m(address: string) {
  const home = mkdtempSync(join(tmpdir(), "w3m-"));
  const options = "-o accept_cookie=1 -o use_mouse=0 -o confirm_qq=0 -o wrap_search=1";
  // The terminal must be large enough for a complete form.
  const command = `stty rows 250 cols 120; exec w3m ${options} '${address}'`;
  const browser = spawn("script", ["-qec", command, "/dev/null"], {
    env: { PATH: process.env.PATH, TERM: "xterm", LANG: "C.UTF-8", HOME: home },
  });
  let written = "";
  browser.stdout.on("data", (chunk) => (written += chunk));
  const screen = () => written.replace(CONTROL, " ").replace(/\s+/g, " ");

  async function press(keys: string, shown: string): Promise<void> {
    written = "";
    browser.stdin.write(keys);
    await until(`w3m shows ${JSON.stringify(shown)}`, () => screen().includes(shown)).catch((error) => {
      throw new Error(`${error.message}:\n${screen()}`);
    });
  }
  /** Moves the cursor to the next occurrence of these words. */
  const find = (words: string) => press(`/${words}\r`, "Viewing <");

  const page = {
    async shows(text: string): Promise<void> {
      let polls = 0;
      await until(`w3m shows ${JSON.stringify(text)}`, () => {
        if (screen().includes(text)) return true;
        polls += 1;
        if (polls % 50 === 0) browser.stdin.write(REDRAW);
        return false;
      }).catch((error) => {
        throw new Error(`${error.message}:\n${screen().slice(-3_000)}`);
      });
    },
    /** Fills in the field after this label. */
    async fill(label: string, text: string): Promise<void> {
      await find(label);
      await press("\t\r", "TEXT:");
      await press(`${text}\r`, "Viewing <");
    },
    /** In the field after this label, selects the option `below` lines below the current one. */
    async select(label: string, below: number): Promise<void> {
      await find(label);
      browser.stdin.write(`\t\r${"j".repeat(below)}\r`);
    },
    /** Follows a link or presses a button, then waits for this text on the next page. */
    async follow(words: string, next: string): Promise<void> {
      await find(words);
      written = "";
      browser.stdin.write("\r");
      await page.shows(next);
    },
    find,
    close(): void {
      browser.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
  await page.shows("Viewing <");
  return page;
}
