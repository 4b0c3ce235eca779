import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { latin1Server } from "./dev/build/latin1-server.ts";
import { licenceNotice, licences } from "./dev/build/licences.ts";

/** Names are kept, so errors in the log can be located. */
const REMOVE_WHITESPACE = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

/** Every page names its fonts in the first round trip, and these names do not compress. */
const assetFileNames = ({ names: [name = ""] }: { names: string[] }) =>
  name.endsWith(".woff2") ? "assets/[hash][extname]" : "assets/[name]-[hash][extname]";

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), licences(), latin1Server()],
  // One file instead of hundreds, which took a third of the startup time to find and read. Native modules stay
  // external, and so does morgan, which must be the copy used by react-router-serve. The development server
  // bundles only opentype.js, whose entry Node does not accept as a module.
  ssr:
    command === "build"
      ? { noExternal: true, external: ["better-sqlite3", "sharp", "morgan"] }
      : { noExternal: ["opentype.js"] },
  environments: {
    // Otherwise React would bundle its slower development build and choose at startup.
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
            // Few files: the framework, and code shared by the public pages. The panel is separate.
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown|vite\/preload-helper/,
                },
                {
                  name: "site",
                  test: /\/app\/(conference|vocabulary\/(counted|pass|program|registration)\.|sharing|platform\/(?!web-addresses)|http|hooks|models\/(image|landing|program-session\/(?!time-slot|parse-time|fields)|speaker\/(?!fields)|text|delegate\/reference)|routes\/home\/use-|components\/(?!admin|landing|form|prose|url-dialog))/,
                },
                { name: "panel", test: /\/app\/(vocabulary|models)\// },
                // After the site, which contains the shared code, so no page loads code it does not need.
                { name: "forms", test: /@conform-to|\/app\/components\/form\// },
                { name: "dialog", test: /@radix-ui|aria-hidden|\/app\/components\/url-dialog/ },
              ],
            },
          },
        },
      },
    },
  },
}));
