// Vite plugin: writes all third-party licences to one file. Scripts that contain third-party code refer to it.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

const FILE = "licences.txt";
const NOTICE = `/*! Licences: /${FILE} */\n`;
const FOREIGN = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const INTRODUCTION = "Third-party software in this site, and its licences.";
const RULE = `\n\n${"-".repeat(80)}\n\n`;

/** Packages whose code is in a build without being imported, and the module id or text that shows it. */
const GENERATED = [
  { name: "vite", id: /^\0vite\// },
  { name: "rolldown", id: /^\0(rolldown\/|@oxc-project\+runtime)/ },
  { name: "tailwindcss", code: /\/\*! tailwindcss v/ },
];

type Package = {
  name: string;
  version: string;
  licence: string;
  owner: string | undefined;
  homepage: string | undefined;
  /** Paths of the licence texts. */
  texts: string[];
};

/** Licence of a package that names none. */
export const NOT_NAMED = "no licence named";

/** Returns the comment to add to a chunk after minification. */
export const licenceNotice = ({ moduleIds }: { moduleIds: string[] }): string =>
  moduleIds.some((id) => folderOf(id) !== null) ? NOTICE : "";

/** Writes the licence file. A package without a licence text is listed with its author. */
export function licencesPlugin(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle(_options, bundle) {
      const folders = new Set(Object.values(bundle).flatMap(foldersIn));
      const entries = [...folders].map(writeEntry).sort();
      this.emitFile({ type: "asset", fileName: FILE, source: [INTRODUCTION, ...entries].join(RULE) });
    },
  };
}

/** Reads the entries of a licence file in the build. */
export function readLicenceFile(part: "client" | "server") {
  const path = `build/${part}/${FILE}`;
  const [, ...entries] = readFileSync(path, "utf8").split(RULE);
  return entries.map((text) => {
    const [, name = "", version = "", licence = ""] = /^(\S+) (\S+) \((.*)\)$/m.exec(text) ?? [];
    return { name, version, licence, text, path };
  });
}

/** Reads what a package says about itself, and finds its licence texts. */
export function readPackage(folder: string): Package {
  const { name, version, license, author, homepage } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|ofl)/i.test(file));
  return {
    name,
    version,
    licence: license ?? NOT_NAMED,
    owner: typeof author === "object" ? author.name : author,
    homepage,
    texts: texts.map((file) => join(folder, file)),
  };
}

/** Folders of the packages whose code or fonts are in a file of the build. */
function foldersIn(file: Rolldown.OutputChunk | Rolldown.OutputAsset): string[] {
  const ids = file.type === "chunk" ? file.moduleIds : file.originalFileNames.map((name) => resolve(name));
  const code = file.type === "chunk" ? file.code : String(file.source);
  const generated = GENERATED.filter(
    (one) => ids.some((id) => one.id?.test(id)) || one.code?.test(code) === true,
  );
  return [
    ...ids.map(folderOf).filter((folder) => folder !== null),
    ...generated.map(({ name }) => resolve("node_modules", name)),
  ];
}

/** Folder of a module's package, or null for virtual modules and this project's own. */
const folderOf = (id: string): string | null => FOREIGN.exec(id.replace(/^\0/, ""))?.[0] ?? null;

function writeEntry(folder: string): string {
  const { name, version, licence, owner, homepage, texts } = readPackage(folder);
  const heading = [`${name} ${version} (${licence})`, owner && `By ${owner}`, homepage];
  return [heading.filter(Boolean).join("\n"), ...texts.map(readOwnLicence)].join("\n\n");
}

/** Omits the licences of what Vite's own file contains, because the build contains none of it. */
function readOwnLicence(path: string): string {
  const [own = ""] = readFileSync(path, "utf8").split("\n# Licenses of bundled dependencies");
  return own.trim();
}
