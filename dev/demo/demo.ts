// npm run demo and npm run dev serve the sample conference locally from ./data/demo.
// With `-- large`, they serve examples/large from ./data/demo-large.
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { isFree } from "./free-port.ts";

/** The child process, which Ctrl+C stops first. */
let running: ChildProcess | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => (running ? running.kill(signal) : process.exit(0)));
}

const isDev = process.argv.includes("--dev");
const port = process.env.PORT ?? "3000";
const siteOrigin = process.env.SITE_URL ?? `http://localhost:${port}`;
const isLarge = process.argv.includes("large");
process.env.DATA_DIR ??= isLarge ? "./data/demo-large" : "./data/demo";
if (isLarge) process.env.CONFERENCE_FILE ??= "examples/large/conference.json";
process.env.PORT = port;
process.env.DEMO = "on";
process.env.NODE_ENV = isDev ? "development" : "production";

const { env } = await import("#app/platform/env.server.ts");
// The site, the identity provider and the mail server.
for (const used of [env.PORT, env.PORT + 1, env.PORT + 2]) {
  if (await isFree(used)) continue;
  console.error(
    `The demo cannot start: another program, perhaps another demo, is using port ${used}. Stop it, or choose another port: PORT=${env.PORT + 10} npm run demo`,
  );
  process.exit(1);
}

const { isConferenceEmpty, seedSampleConference } = await import("#app/sample/seed.server.ts");
const { sqlite } = await import("#app/db/connection.server.ts");
if (await isConferenceEmpty()) {
  if (isLarge) await (await import("./large-conference.ts")).importLargeConference();
  else await seedSampleConference();
}
sqlite.close();

const { ACCOUNTS, OIDC_CLIENT, startIdentityProvider } = await import("./identity-provider.ts");
if (!process.env.OAUTH_ISSUER) {
  const provider = await startIdentityProvider({ port: Number(port) + 1, siteOrigin });
  process.env.OAUTH_ISSUER = provider.issuer;
  process.env.OAUTH_CLIENT_ID = OIDC_CLIENT.id;
  process.env.OAUTH_CLIENT_SECRET = OIDC_CLIENT.secret;
  process.env.ADMIN_EMAILS ??= ACCOUNTS[0]?.email ?? "";
}

if (!process.env.SMTP_URL) {
  const { startMailCatcher } = await import("./mail-catcher.ts");
  process.env.SMTP_URL = await startMailCatcher(Number(port) + 2, `${process.env.DATA_DIR}-mail`);
}

if (!isDev) {
  console.log("Building the site...");
  const status = await run("npm", ["run", "--silent", "build"], "ignore");
  if (status !== 0) process.exit(status ?? 1);
}
const [command = "", ...args] = isDev
  ? ["react-router", "dev", "--port", port]
  : ["npm", "--silent", "start"];
run(command, args).then((status) => process.exit(status ?? 0));

const isServed = () =>
  fetch(`http://${env.HOST ?? "localhost"}:${port}/healthz`).then(
    () => true,
    () => false,
  );
while (!(await isServed())) await pause(100);
console.log(`
  The ${isLarge ? "large" : "sample"} conference: http://localhost:${port}
  The organisers' panel: http://localhost:${port}/admin; log in as ${process.env.ADMIN_EMAILS}
  Emails: files in ${process.env.DATA_DIR}-mail, unless SMTP_URL is set
  Data: ${process.env.DATA_DIR}; delete this folder to start from scratch
  Stop with Ctrl+C.
`);

/** Returns the exit status, or null if a signal ended the command. */
function run(
  command: string,
  args: string[],
  output: "inherit" | "ignore" = "inherit",
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    running = spawn(command, args, { stdio: ["inherit", output, "inherit"] })
      .once("exit", resolve)
      .once("error", reject);
  });
}
