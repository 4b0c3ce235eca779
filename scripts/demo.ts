// npm run demo and npm run dev: the sample conference in ./data/demo, served on this machine.
import { spawn, spawnSync } from "node:child_process";

const isDev = process.argv.includes("--dev");
const port = process.env.PORT ?? "3000";
const siteOrigin = process.env.SITE_URL ?? `http://localhost:${port}`;
process.env.DATA_DIR ??= "./data/demo";
process.env.PORT = port;
process.env.NODE_ENV = isDev ? "development" : "production";

const { isConferenceEmpty, seedSampleConference } = await import("#app/db/seed.server.ts");
const { sqlite } = await import("#app/db/connection.server.ts");
if (await isConferenceEmpty()) await seedSampleConference();
sqlite.close();

const { ACCOUNTS, CLIENT, startIdentityProvider } = await import("./identity-provider.ts");
if (!process.env.OAUTH_ISSUER) {
  const provider = await startIdentityProvider({ port: Number(port) + 1, siteOrigin });
  process.env.OAUTH_ISSUER = provider.issuer;
  process.env.OAUTH_CLIENT_ID = CLIENT.id;
  process.env.OAUTH_CLIENT_SECRET = CLIENT.secret;
  process.env.ADMIN_EMAILS ??= ACCOUNTS[0]?.email ?? "";
}

if (!process.env.SMTP_URL) {
  const { startMailCatcher } = await import("./mail-catcher.ts");
  process.env.SMTP_URL = await startMailCatcher(Number(port) + 2, `${process.env.DATA_DIR}-mail`);
}

if (!isDev) run("npm", ["run", "build"]);
console.log(`
  The sample conference: http://localhost:${port}
  Register there, with JavaScript or without; the rows are in ${process.env.DATA_DIR}/conference.db
  Each mail becomes a file in ${process.env.DATA_DIR}-mail, where no SMTP_URL is set
  The organisers' panel: http://localhost:${port}/admin
  Sign in as ${process.env.ADMIN_EMAILS}; stranger@example.com is turned away.
  Stop with Ctrl+C. To start again from nothing, delete ${process.env.DATA_DIR}.
`);
const server = isDev
  ? spawn("react-router", ["dev", "--port", port], { stdio: "inherit" })
  : spawn("npm", ["start"], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));

function run(command: string, args: string[]) {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
