// node dev/build/release-notes.ts v0.1.0: prints what CHANGELOG.md says about a version, for its release.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns the section of a tag's version.
 * @throws if package.json has another version, or the changelog has no text for this one.
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`)
    throw new Error(`The tag ${tag} does not match version ${version} of package.json.`);
  const sections = changelog.split(/^## /m).slice(1);
  const [heading = "", ...lines] =
    sections.find((one) => one.startsWith(`[${version}] - `))?.split("\n") ?? [];
  const notes = lines.join("\n").trim();
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading) || notes === "")
    throw new Error(`CHANGELOG.md needs a section “## [${version}] - ” with a date and a text.`);
  return notes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  console.log(releaseNotes(process.argv[2] ?? "", version, readFileSync("CHANGELOG.md", "utf8")));
}
