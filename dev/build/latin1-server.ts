import type { Plugin } from "vite";

/** Escapes characters outside Latin-1: even one doubles the memory that V8 needs for the script. */
export function escapeNonLatin1(): Plugin {
  return {
    name: "latin1-server",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk") part.code = part.code.replace(/[^\0-\xff]/g, escaped);
      }
    },
  };
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
