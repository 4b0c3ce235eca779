// A plugin of the build: what the server loads, in characters of one byte.
import type { Plugin } from "vite";

/**
 * Writes every character beyond Latin-1, a curly quote say, as its escape: V8 keeps a script with one of them in twice
 * the memory, for as long as the site runs.
 */
export function latin1Server(): Plugin {
  return {
    name: "one-byte-server",
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
