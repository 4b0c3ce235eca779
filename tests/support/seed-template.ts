// Seeds the sample conference once, for every test site to copy. Parallel runs may share it.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { TEMPLATE_DIR } from "./sites.ts";

export default function seedTemplate(): void {
  if (process.env.IS_SEEDED) return;
  process.env.IS_SEEDED = "yes";
  rmSync(TEMPLATE_DIR, { recursive: true, force: true });
  const env = { ...process.env, DATA_DIR: TEMPLATE_DIR, NODE_ENV: "production" };
  const { status } = spawnSync(process.execPath, ["bin/seed.ts"], { env, stdio: "inherit" });
  if (status !== 0) throw new Error("The sample conference could not be seeded");
}
