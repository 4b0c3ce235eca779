// npm run licences: lists the software in the image, and fails if a licence is unknown or is not one
// of those in the image's label.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NOT_NAMED, readLicenceFile, readPackage } from "./licences.ts";

/** What package-lock.json says about a package. */
type LockEntry = {
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  os?: string[];
  libc?: string[];
};

type Shipped = { name: string; version: string; licence: string; text: string };

const UNKNOWN = /^(no licence named|UNLICENSED|SEE LICEN[CS]E IN .*)$/i;

/** Lists the packages in the image, for every architecture, and where the image has their licences. */
export function listShipped(): Shipped[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const { removed } = readImage();
  const installed = Object.entries<LockEntry>(packages)
    .filter(([path, entry]) => isInstalled(path, entry, removed))
    .map(([path, entry]) => describeInstalled(path, entry));
  const built = [...readLicenceFile("client"), ...readLicenceFile("server")].map(describeBuilt);
  const same = Map.groupBy([...installed, ...built], ({ name, version, licence }) =>
    [name, version, licence].join(" "),
  );
  return [...same.values()].map((places) => {
    const texts = new Set(places.map(({ text }) => text));
    return { ...(places[0] as Shipped), text: [...texts].join(", ") };
  });
}

/** Returns a sentence for each package whose licence is unknown or not in the label of the image. */
export function findFaults(shipped: Shipped[]): string[] {
  const { licences } = readImage();
  return shipped.flatMap(({ name, version, licence }) => {
    if (UNKNOWN.test(licence)) return [`${name} ${version} has no known licence (${licence}).`];
    if (isCovered(licence, licences)) return [];
    return [`${name} ${version} is under ${licence}, which the image's label in Dockerfile does not name.`];
  });
}

/** Reads the Dockerfile: its base image, the licences in its label, and the folders that it removes. */
export function readImage() {
  const text = readFileSync("Dockerfile", "utf8");
  const base = [...text.matchAll(/^FROM (\S+)$/gm)].at(-1)?.[1] ?? "";
  const label = /image\.licenses="([^"]*)"/.exec(text)?.[1] ?? "";
  const removed = /rm -rf ([^&]*)/.exec(text)?.[1] ?? "";
  return { base, licences: label.split(" AND "), removed: removed.match(/node_modules\S+/g) ?? [] };
}

/** Whether `npm ci --omit=dev` installs a package in the image, and the Dockerfile keeps it. */
function isInstalled(path: string, { dev, os, libc }: LockEntry, removed: string[]): boolean {
  const isRemoved = removed.some((folder) => path === folder || path.startsWith(`${folder}/`));
  return !dev && !isRemoved && isMeantFor("linux", os) && isMeantFor("glibc", libc);
}

const isMeantFor = (system: string, systems: string[] = [system]): boolean =>
  systems.some((one) => one === system || one.startsWith("!"));

function describeInstalled(path: string, entry: LockEntry): Shipped {
  const name = entry.name ?? path.split("node_modules/").at(-1) ?? "";
  const version = entry.version ?? "";
  const licence = entry.license ?? NOT_NAMED;
  if (!existsSync(join(path, "package.json")))
    return { name, version, licence, text: "not installed on this computer" };
  const { texts, owner } = readPackage(path || ".");
  return { name, version, licence, text: nameTexts(texts, owner) };
}

function describeBuilt({ path, text, ...entry }: ReturnType<typeof readLicenceFile>[number]): Shipped {
  const [heading = "", ...texts] = text.split("\n\n");
  const owner = /^By (.*)$/m.exec(heading)?.[1];
  return { ...entry, text: nameTexts(texts.length > 0 ? [path] : [], owner) };
}

const nameTexts = (paths: string[], owner: string | undefined): string =>
  paths.join(", ") || `no text in the package; by ${owner ?? "an unnamed author"}`;

/** Whether the licences satisfy an SPDX expression: one side of each OR, both sides of each AND. */
function isCovered(expression: string, licences: string[]): boolean {
  const [inner, part = ""] = /\(([^()]*)\)/.exec(expression) ?? [];
  if (inner !== undefined) {
    const word = isCovered(part, licences) ? (licences[0] ?? "") : "NONE";
    return isCovered(expression.replace(inner, word), licences);
  }
  return expression
    .split(" OR ")
    .some((side) => side.split(" AND ").every((word) => licences.includes(word.trim())));
}

if (import.meta.main) printList();

function printList(): void {
  if (!existsSync("build")) {
    console.error("The list names what the build contains. Run npm run build first.");
    process.exit(1);
  }
  const shipped = listShipped();
  const { base } = readImage();
  console.log(`What the image adds to ${base}, whose Node, npm and Debian packages are not listed.\n`);
  const rows = shipped.map(({ name, version, licence, text }) => [`${name} ${version}`, licence, text]);
  console.log(alignColumns(rows.sort()));
  const faults = findFaults(shipped);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

function alignColumns(rows: string[][]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.join("\n");
}
