// npm run demo and npm run dev: the sample conference in ./data/demo, served on this machine.
import { spawn, spawnSync } from "node:child_process";

const isDev = process.argv.includes("--dev");
const port = process.env.PORT ?? "3000";
process.env.DATA_DIR ??= "./data/demo";
process.env.PORT = port;
process.env.NODE_ENV = isDev ? "development" : "production";

const { isConferenceEmpty, seedSampleConference } = await import("#app/db/seed.server.ts");
const { sqlite } = await import("#app/db/connection.server.ts");
if (await isConferenceEmpty()) await seedSampleConference();
sqlite.close();

if (!isDev) run("npm", ["run", "build"]);
console.log(`
  The sample conference: http://localhost:${port}
  Register there, with JavaScript or without; the rows are in ${process.env.DATA_DIR}/conference.db
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
