// npm run doctor: checks everything that the site depends on. --mail-to ADDRESS sends a test email.
// --json prints JSON. Exits with status 1 if there is a problem.
import { parseArgs } from "node:util";
import { runCommand } from "#app/backup/command.server.ts";
import { type Check, checkSettings } from "#app/doctor/check.server.ts";
import { countText } from "#app/platform/text.ts";

await runCommand("The doctor could not finish", async () => {
  const { values } = parseArgs({ options: { json: { type: "boolean" }, "mail-to": { type: "string" } } });

  const settings = checkSettings();
  const checks = [settings];
  if (settings.status === "ok") {
    const { runChecks } = await import("#app/doctor/doctor.server.ts");
    checks.push(...(await runChecks(values["mail-to"])));
  }
  const count = (status: Check["status"]) => checks.filter((check) => check.status === status).length;
  const hasNoProblem = count("problem") === 0;
  if (values.json) console.log(JSON.stringify({ isWell: hasNoProblem, checks }, null, 1));
  else {
    for (const { status, name, found, remedy } of checks) {
      console.log(`${status.padEnd(8)} ${name}: ${found}`);
      if (remedy) console.log(`${" ".repeat(9)}-> ${remedy}`);
    }
    const found = [countText(count("problem"), "problem"), countText(count("warning"), "warning")];
    console.log(`\n${found.join(", ")}, ${count("ok")} ok`);
  }
  process.exitCode = hasNoProblem ? 0 : 1;
});
