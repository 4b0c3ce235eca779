import { cpSync, mkdtempSync, openSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { newDataDir, usageOf } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { byApi, connections, newUpload, send } from "./support/requests.ts";
import { type Site, startLoggedIn, startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";
import { photo } from "./support/uploading.ts";

function copyOfSite(): string {
  const copy = mkdtempSync(join(tmpdir(), "site-"));
  for (const name of ["build", "server.js", "package.json"])
    cpSync(name, join(copy, name), { recursive: true });
  for (const name of ["node_modules", "drizzle"]) symlinkSync(resolve(name), join(copy, name));
  return copy;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));

const isUnanswered = (answer: Promise<unknown>) =>
  answer.then(
    () => false,
    () => true,
  );

test("without its files, the site reports each one and keeps serving pages", async () => {
  const cwd = copyOfSite();
  const site = await startSite({ cwd });
  const client = join(cwd, "build/client");
  const paths = filesBelow(client);
  rmSync(client, { recursive: true });
  let asked = 0;
  for (const path of paths) {
    for (const encoding of ["br", "gzip", "identity"]) {
      const headers = { "Accept-Encoding": encoding };
      expect([path, await isUnanswered(send(site.origin + path, { headers }))]).toEqual([path, true]);
      asked += 1;
    }
  }
  expect((await send(`${site.origin}/assets/not-there.js`)).status).toBe(404);
  for (const path of ["/", "/register", "/api/program"])
    expect([path, (await send(site.origin + path)).status]).toEqual([path, 200]);
  expect(site.output.join("").match(/a file of the build could not be read/g)).toHaveLength(asked);
  expect(await site.end("SIGTERM")).toBe(0);
  expect(asked).toBeGreaterThan(200);
  record(`${asked} requests were sent for deleted static files`, "Pages were still served");
});

const LEAVING = 40;

test("a visitor who leaves during a download leaves no file open", async () => {
  const site = await startSite();
  await send(`${site.origin}/healthz`, { agent: false });
  const before = usageOf(site.pid).descriptors;
  const [largest = ""] = filesBelow("build/client").filter((path) => path.includes("/framework-"));
  const sockets = Array.from({ length: LEAVING }, () => {
    const socket = connect(site.port, "127.0.0.1");
    socket.write(`GET ${largest} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(10));
    return socket.pause();
  });
  await until("the files are open", () => usageOf(site.pid).descriptors >= before + LEAVING * 2);
  for (const socket of sockets) socket.destroy();
  await until("the files are closed", () => usageOf(site.pid).descriptors <= before);
  expect(await site.end("SIGTERM")).toBe(0);
});

const DESCRIPTORS = 100;

/** Opens idle connections until the process has no descriptor left. */
async function takeAllDescriptors(site: Site): Promise<Socket[]> {
  const sockets = Array.from({ length: DESCRIPTORS * 2 }, () =>
    connect(site.port, "127.0.0.1").on("error", () => {}),
  );
  await until("all descriptors are taken", () => usageOf(site.pid).descriptors >= DESCRIPTORS - 1);
  // Waits until the next connection has taken the last free descriptor.
  await pause(50);
  return sockets;
}

test("pages get responses without free descriptors, and files once there are some", async () => {
  const command = ["sh", "-c", `ulimit -n ${DESCRIPTORS}; exec "$@"`, "sh"];
  const { site, cookie } = await startLoggedIn({ command });
  const { url, sending } = await newUpload(site, cookie, await photo("#b3161e", 900, 900));
  expect((await send(url, sending)).status).toBe(201);
  const image = new URL(url).pathname;
  const files = filesBelow("build/client").slice(0, cases(1_000, 20));
  const agent = connections(1);
  await send(`${site.origin}/healthz`, { agent });

  const sockets = await takeAllDescriptors(site);
  const statuses: Record<string, number> = {};
  const ask = async (path: string) => {
    const answer = await send(site.origin + path, { agent });
    expect(answer.isComplete, path).toBe(true);
    statuses[path] = answer.status;
    return answer.status;
  };
  for (const path of [...files, "/favicon.svg"])
    expect([path, await isUnanswered(send(site.origin + path, { agent }))]).toEqual([path, true]);
  for (const path of ["/", "/register", "/api/program", "/privacy"])
    expect([path, await ask(path)]).toEqual([path, 200]);
  expect(await ask("/nowhere")).toBe(404);
  // The site reads these from the disk.
  for (const path of [image, "/og.png"]) expect([200, 500, 503], path).toContain(await ask(path));
  const posted = await send(`${site.origin}/api/registrations`, { ...byApi("visitor@example.com"), agent });
  expect([201, 503]).toContain(posted.status);
  expect(site.hasEnded()).toBe(false);

  for (const socket of sockets) socket.destroy();
  await until("descriptors are free again", () => usageOf(site.pid).descriptors < DESCRIPTORS - 30);
  for (const path of [...files.slice(0, 5), "/favicon.svg", image, "/og.png", "/healthz"])
    expect([path, (await send(site.origin + path)).status]).toEqual([path, 200]);
  expect(await site.end("SIGTERM")).toBe(0);
  agent.destroy();
  record(
    `${Object.keys(statuses).length + 1} pages and ${files.length + 1} static files were requested while no file descriptor was free`,
    `The pages got a response; an image returned ${statuses[image]}, and a registration returned ${posted.status}`,
  );
});

/** Enough requests for their log lines to overflow a pipe. */
const MANY = 3_000;
const agent = connections(4);
const askOften = (site: Site, times: number) =>
  Promise.all(Array.from({ length: times }, () => send(`${site.origin}/favicon.svg`, { agent })));

test("a closed, full or blocked log stops neither the site nor its shutdown", async () => {
  const ways: [string, (site: Site) => void, number | undefined][] = [
    ["closed", (site) => site.closeOutput(), undefined],
    ["full", () => {}, openSync("/dev/full", "w")],
    ["blocked", (site) => site.pauseOutput(), undefined],
  ];
  for (const [way, breakIt, stdout] of ways) {
    const dataDir = newDataDir();
    const site = await startSite({ dataDir, stdout });
    breakIt(site);
    const answers = await askOften(site, MANY);
    expect(answers.filter(({ status }) => status === 200).length, way).toBe(MANY);
    const posted = await send(`${site.origin}/api/registrations`, byApi("visitor@example.com"));
    expect([way, posted.status]).toEqual([way, 201]);
    expect(usageOf(site.pid).megabytes, way).toBeLessThan(250);
    expect([way, site.hasEnded(), await site.end("SIGTERM")]).toEqual([way, false, 0]);
  }
  record(`With each of ${ways.length} broken logs, ${MANY + 1} requests were sent`, "All got a response");
});

test("a recovered log goes on with whole lines, and lines beyond a limit are lost", async () => {
  const site = await startSite();
  site.pauseOutput();
  await askOften(site, MANY * 2);
  site.resumeOutput();
  const requests = () => site.output.join("").split('"msg":"request"').length - 1;
  await until("the log goes on", async () => {
    await askOften(site, 1);
    return requests() > 0;
  });
  expect(await site.end("SIGTERM")).toBe(0);
  expect(requests()).toBeLessThan(MANY * 2);
  const lines = site.output.join("").trim().split("\n");
  for (const line of lines.filter((one) => one.startsWith("{"))) JSON.parse(line);
});
