import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { escapeNonLatin1 } from "./dev/build/latin1-server.ts";
import { licenceNotice, licencesPlugin } from "./dev/build/licences.ts";

/** Keeps identifiers, so stack traces in the log remain readable. */
const REMOVE_WHITESPACE = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

/** Font files get short names, because every page contains the names and hashes do not compress. */
const assetFileNames = ({ names: [name = ""] }: { names: string[] }) =>
  name.endsWith(".woff2") ? "assets/[hash][extname]" : "assets/[name]-[hash][extname]";

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), licencesPlugin(), escapeNonLatin1()],
  // Bundles hundreds of files into one, because reading them takes a third of the startup time.
  // Native modules stay external.
  // In development, bundles only opentype.js, because Node does not accept its entry as a module.
  ssr:
    command === "build"
      ? { noExternal: true, external: ["better-sqlite3", "sharp"] }
      : { noExternal: ["opentype.js"] },
  environments: {
    // Without this, the bundle would also contain React's development build.
    ...(command === "build"
      ? {
          ssr: {
            define: { "process.env.NODE_ENV": '"production"' },
            build: { rolldownOptions: { output: { assetFileNames, minify: REMOVE_WHITESPACE } } },
          },
        }
      : {}),
    client: {
      build: {
        rolldownOptions: {
          output: {
            postBanner: licenceNotice,
            assetFileNames,
            // Splits code into a few files. `site` is the code shared by public pages.
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown|vite\/preload-helper/,
                },
                {
                  name: "site",
                  test: /\/app\/(conference|vocabulary\/(counted|pass|program)\.|sharing|platform\/(?!pages|placeholders)|http\/(?!form-recovery|list-form)|models\/(image|landing|program-session\/(?!time-slot|parse-time|fields|conflicts)|speaker\/(?!fields)|text)|routes\/home\/use-|components\/(?!admin|landing|form|url-dialog))/,
                },
                // After `site`, which takes the shared code first, so no page loads unneeded code.
                {
                  name: "forms",
                  test: /\/app\/(components\/form\/|http\/form-recovery|vocabulary\/registration\.)/,
                },
                { name: "panel", test: /\/app\/(vocabulary|models)\// },
                { name: "dialog", test: /@radix-ui|aria-hidden|\/app\/components\/url-dialog/ },
              ],
            },
          },
        },
      },
    },
  },
}));
