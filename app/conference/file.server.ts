// CONFERENCE_FILE: read once, when the first module asks what the conference is. package.json maps
// #conference-file to this on the server and to conference-file.browser.ts in browsers.
import { readFileSync } from "node:fs";
import { completeFacts } from "#app/conference/complete-facts.server.ts";
import { ConferenceFile } from "#app/conference/schema.server.ts";
import type { Conference } from "#app/conference/types.ts";
import { env, SettingsError } from "#app/platform/env.server.ts";

/**
 * The facts of CONFERENCE_FILE, completed; null where it is not set. One that cannot be used ends the
 * process with a sentence that names every wrong field.
 */
export function readConferenceFile(): Conference | null {
  if (env.CONFERENCE_FILE === undefined) return null;
  try {
    return parseConferenceFile(read(env.CONFERENCE_FILE), env.CONFERENCE_FILE);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : code;
    throw new SettingsError(`The site cannot start: CONFERENCE_FILE (${path}) cannot be read: ${why}.`);
  }
}

/**
 * The facts in the text of such a file.
 * @throws SettingsError with one sentence that names every field that cannot be used.
 */
export function parseConferenceFile(text: string, path: string): Conference {
  const refuse = (problem: string) =>
    new SettingsError(`The site cannot start: CONFERENCE_FILE (${path}) ${problem}.`);
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw refuse(`is not valid JSON: ${(error as Error).message.replace(/\s+/g, " ")}`);
  }
  const parsed = ConferenceFile.safeParse(json, { error: describe });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join(".") || "the file"} ${message}`,
    );
    throw refuse(`cannot be used: ${problems.join("; ")}`);
  }
  const facts = completeFacts(parsed.data);
  if (Date.parse(facts.endsAt) <= Date.parse(facts.startsAt)) {
    throw refuse(`cannot be used: endsAt must be after startsAt`);
  }
  const late = facts.plans.findIndex(({ steps }) => (steps?.at(-1)?.until ?? "") > facts.date.iso);
  if (late !== -1) throw refuse(`cannot be used: plans.${late}.steps must not be later than the day itself`);
  return facts;
}

const KINDS: Record<string, string> = {
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What is wrong with a value, where its schema does not say it in words of its own. */
function describe(issue: { code?: string; expected?: unknown; input?: unknown; keys?: unknown }): string {
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys as string[];
    return `has ${keys.map((key) => `"${key}"`).join(", ")}, which is not a fact that this file can hold`;
  }
  if (issue.input === undefined) return "is missing";
  return `must be ${KINDS[String(issue.expected)] ?? "another value"}`;
}
