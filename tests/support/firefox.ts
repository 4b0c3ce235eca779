// Controls Debian's Firefox through WebDriver BiDi. Playwright supports only a patched Firefox.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../faults/support/until.ts";

const PROGRAM = ["firefox-esr", "firefox"].find((name) => spawnSync(name, ["--version"]).status === 0);
export const hasFirefox = PROGRAM !== undefined;

type Entry = { level?: string; text?: string };
type Answer = { id?: number; result?: object; error?: string; message?: string; params?: Entry };

/** Starts Firefox with a new profile. `faults` collects the console's errors. */
export async function openFirefox() {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const browser = spawn(PROGRAM ?? "", options, { env: { ...process.env, HOME: profile } });
  let said = "";
  for (const stream of [browser.stdout, browser.stderr]) stream.on("data", (chunk) => (said += chunk));
  const address = () => /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
  await until("Firefox listens", () => address() !== undefined, 60_000);
  const socket = new WebSocket(`${address()}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });

  const faults: string[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    if (answer.params?.level === "error") faults.push(answer.params.text ?? "");
  });
  let last = 0;
  async function send(method: string, params: object): Promise<Record<string, unknown>> {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered;
    if (error) throw new Error(`${method}: ${error}: ${message}`);
    return result as Record<string, unknown>;
  }

  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = (await send("browsingContext.getTree", {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context ?? "";

  /** Evaluates an expression in the page. Elements are returned as BiDi references. */
  async function evaluate(expression: string): Promise<{ value?: unknown; sharedId?: string }> {
    const target = { context };
    const { result } = await send("script.evaluate", { expression, target, awaitPromise: true });
    return result as { value?: unknown; sharedId?: string };
  }
  /** Waits until an expression is true on this page or the next one. */
  const holds = (expression: string) =>
    until(`in Firefox ${expression}`, async () => {
      const result = await evaluate(expression).catch(() => null);
      return result?.value === true;
    });
  /** Scrolls an element to the middle of the window and waits until it stays there. */
  const settled = (expression: string) =>
    holds(`(async () => {
      const one = ${expression};
      const top = () => one?.getBoundingClientRect().top;
      one?.scrollIntoView({ block: "center", behavior: "instant" });
      const before = top();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return one?.isConnected === true && top() === before;
    })()`);
  const perform = (type: "pointer" | "key", actions: object[]) =>
    send("input.performActions", { context, actions: [{ type, id: type, actions }] });
  async function click(expression: string): Promise<void> {
    await settled(expression);
    const { sharedId } = await evaluate(expression);
    await perform("pointer", [
      { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element: { sharedId } } },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  }
  /** Sends the events of a drag, because a synthetic pointer starts none in Firefox. */
  const drag = (grip: string, to: string) =>
    evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      const [grip, target] = [${grip}, ${to}];
      const send = (one, type) =>
        one.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      send(grip, "dragstart");
      if (send(target, "dragover")) throw new Error("Nothing can be dropped here");
      send(target, "drop");
      send(grip, "dragend");
    })()`);
  const withText = (text: string) =>
    `[...document.querySelectorAll("a, button, summary")].find((one) => one.checkVisibility() && !one.closest("[inert]") && one.textContent.trim().startsWith(${JSON.stringify(text)}))`;
  const labelled = (label: string) =>
    `[...document.querySelectorAll("label")].find((one) => !one.closest("[inert]") && one.textContent.trim().startsWith(${JSON.stringify(label)}))?.control`;

  return {
    faults,
    holds,
    goto: (url: string) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    /** Clicks the link or button whose text begins with these words. */
    click: (text: string) => click(withText(text)),
    /** Drags an item by its grip to the place of the item before it. */
    dragUp: (name: string) => {
      const grip = `[...document.querySelectorAll("h3")].find((one) => one.textContent === ${JSON.stringify(name)}).closest("li").querySelector(".grip")`;
      return drag(grip, `${grip}.closest("li").previousElementSibling`);
    },
    async fill(label: string, text: string): Promise<void> {
      await click(labelled(label));
      const actions = [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      await perform("key", actions);
    },
    shows: (text: string) => holds(`document.body.innerText.includes(${JSON.stringify(text)})`),
    async close(): Promise<void> {
      await send("browser.close", {}).catch(() => browser.kill());
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
