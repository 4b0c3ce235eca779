import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { latin1Server } from "./dev/build/latin1-server.ts";
import { licenceNotice, licences } from "./dev/build/licences.ts";

/** Keeps names, so errors in the log can be located. */
const REMOVE_WHITESPACE = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

/** Fonts have short names, which every page contains and which do not compress. */
const assetFileNames = ({ names: [name = ""] }: { names: string[] }) =>
  name.endsWith(".woff2") ? "assets/[hash][extname]" : "assets/[name]-[hash][extname]";

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), licences(), latin1Server()],
  // Bundles hundreds of files into one: finding and reading them took a third of the startup time. Native
  // modules stay external, and so does morgan, which must be react-router-serve's copy. The development server
  // bundles only opentype.js, whose entry Node does not accept as a module.
  ssr:
    command === "build"
      ? { noExternal: true, external: ["better-sqlite3", "sharp", "morgan"] }
      : { noExternal: ["opentype.js"] },
  environments: {
    // Without this, React would bundle its slower development build and choose at startup.
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
            // Splits into few files: the framework, the code shared by the public pages, and the panel.
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
                // After `site`, which takes the shared code, so no page loads code that it does not need.
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
