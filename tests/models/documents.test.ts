import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" });

const COMMIT = /\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g;

test("every commit that a document names is in the history", ({ skip }) => {
  if (git("rev-parse", "--is-shallow-repository").stdout.trim() !== "false")
    return skip("this checkout has no complete history");
  const named = globSync(["*.md", "docs/**/*.md"]).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(COMMIT)].map(([commit]) => commit),
  );
  expect(named.length).toBeGreaterThan(10);
  const unknown = (commit: string) => git("merge-base", "--is-ancestor", commit, "HEAD").status !== 0;
  expect([...new Set(named)].filter(unknown)).toEqual([]);
});

test("the README's site has the address at which its command publishes it", () => {
  const [, port, origin] =
    /docker run .*-p 127\.0\.0\.1:(\d+):3000 .*SITE_URL=(\S+)/.exec(readFileSync("README.md", "utf8")) ?? [];
  expect(origin).toBe(`http://localhost:${port}`);
});

/** The lines of the code block after this text in the guide for hosts. */
const commandsAfter = (text: string) =>
  (readFileSync("docs/self-hosting.md", "utf8").split(text)[1]?.split("```")[1] ?? "")
    .trim()
    .split("\n")
    .slice(1);

test("systemd accepts the unit, which runs npm start as the user and with the files of the guide", ({
  skip,
}) => {
  const unit = readFileSync("deploy/byline.service", "utf8");
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];
  const commands = commandsAfter("let systemd run the site");
  expect(commands).toHaveLength(5);
  expect(commands).toContain(`sudo useradd --system ${value("User")}`);
  expect(commands).toContain(`sudo install -m 600 deploy/example.env ${value("EnvironmentFile")}`);
  expect(value("ExecStart")).toMatch(/npm start/);
  expect(unit).toContain(`DATA_DIR=/var/lib/${value("StateDirectory")}\n`);
  const { status, error, stderr } = spawnSync("systemd-analyze", ["verify", "deploy/byline.service"], {
    encoding: "utf8",
  });
  if (error) return skip("there is no systemd-analyze");
  expect([status, stderr.split("\n").filter((line) => line.includes("byline.service"))]).toEqual([0, []]);
});

test("the sizing table has only figures that the benchmarks measured, with their commit", () => {
  const measured = /<!-- memory -->.*?<!-- end of memory -->/s.exec(
    readFileSync("docs/performance.md", "utf8"),
  )?.[0];
  const [, commit, table = ""] =
    /limit the site.*?\(commit (\w+)\):\n\n\| Load \| MB \|\n\|---\|---\|\n(.*?)\n\n/s.exec(
      readFileSync("docs/self-hosting.md", "utf8"),
    ) ?? [];
  const rows = table.split("\n");
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.filter((row) => !measured?.includes(`\n${row}\n`))).toEqual([]);
  expect(measured).toContain(`Commit: ${commit}.`);
});

test("the nightly recipe deletes old backups only after a new one was made", () => {
  const guide = readFileSync("docs/self-hosting.md", "utf8");
  const deletions = guide.split("\n").filter((line) => line.includes("-delete"));
  expect(deletions).toEqual([expect.stringMatching(/ backup -- \/backups\/.+ && find backups .* -delete$/)]);
});

test("the guide's restore checks the file before it removes the volume", () => {
  const guide = readFileSync("docs/self-hosting.md", "utf8");
  const [, block = ""] = /\n## Restore\n.*?```sh\n(.*?)```/s.exec(guide) ?? [];
  const places = ["restore -- --check /backups/", "&&\ndocker volume rm", "restore -- /backups/"];
  const found = places.map((text) => block.indexOf(text));
  expect(found).toEqual([...found].filter((at) => at >= 0).sort((a, b) => a - b));
});

test("the guide's way without Docker has five commands, which exist", () => {
  const guide = readFileSync("docs/self-hosting.md", "utf8");
  const [, block = ""] = /\n## Without Docker\n[^#]*?```sh\n(.*?)```/s.exec(guide) ?? [];
  const commands = block.trim().split("\n");
  expect(commands).toHaveLength(5);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const names = commands.flatMap((line) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? []);
  expect(names.filter((name) => name !== "ci" && !(name in scripts))).toEqual([]);
  expect(names).toContain("start");
});
