// Vite plugin: writes all third-party licences to one file. Scripts that contain third-party code refer to it.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const FILE = "licences.txt";
const NOTICE = `/*! Licences: /${FILE} */\n`;
const FOREIGN = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

type Package = {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  homepage?: string;
};

/** Returns the comment to add to a chunk after minification. */
export const licenceNotice = ({ moduleIds }: { moduleIds: string[] }): string =>
  moduleIds.some((id) => folderOf(id) !== null) ? NOTICE : "";

/** Writes the licence file. A package without a licence text is listed with its author. */
export function licencesPlugin(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === "chunk" ? part.moduleIds : part.originalFileNames.map((name) => resolve(name)),
      );
      const folders = new Set(files.map(folderOf).filter((folder) => folder !== null));
      const texts = [...folders].map(textOf).sort();
      this.emitFile({
        type: "asset",
        fileName: FILE,
        source: [INTRODUCTION, ...texts].join(`\n\n${RULE}\n\n`),
      });
    },
  };
}

const INTRODUCTION = "Third-party software in this site, and its licences.";
const RULE = "-".repeat(80);

/** Folder of a module's package, or null for virtual modules and this project's own. */
const folderOf = (id: string): string | null => FOREIGN.exec(id.replace(/^\0/, ""))?.[0] ?? null;

function textOf(folder: string): string {
  const { name, version, license, author, homepage }: Package = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const owner = typeof author === "object" ? author.name : author;
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|ofl)/i.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  const heading = [`${name} ${version} (${license})`, owner && `By ${owner}`, homepage];
  return [heading.filter(Boolean).join("\n"), ...texts].join("\n\n");
}
