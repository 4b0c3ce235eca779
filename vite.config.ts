import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { latin1Server } from "./dev/build/latin1-server.ts";
import { licenceNotice, licences } from "./dev/build/licences.ts";

/** Names stay as they are: an error in the log says where it was. */
const WITHOUT_BLANKS = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

/** Every page names its fonts within the bytes of its first round trip, and their names do not compress. */
const assetFileNames = ({ names: [name = ""] }: { names: string[] }) =>
  name.endsWith(".woff2") ? "assets/[hash][extname]" : "assets/[name]-[hash][extname]";

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), licences(), latin1Server()],
  // One file instead of hundreds: finding and reading them took a third of the start. What has machine code stays
  // where it is, and so does morgan, which has to be the copy that react-router-serve uses. For the development
  // server opentype.js alone: it has no entry that Node takes for a module.
  ssr:
    command === "build"
      ? { noExternal: true, external: ["better-sqlite3", "sharp", "morgan"] }
      : { noExternal: ["opentype.js"] },
  environments: {
    // React has its slower build for development in itself, and would choose when it starts.
    ...(command === "build"
      ? {
          ssr: {
            define: { "process.env.NODE_ENV": '"production"' },
            build: { rolldownOptions: { output: { assetFileNames, minify: WITHOUT_BLANKS } } },
          },
        }
      : {}),
    client: {
      build: {
        rolldownOptions: {
          output: {
            postBanner: licenceNotice,
            assetFileNames,
            // Few files: the framework, and what the public pages share. The panel stays apart.
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
                // After the site, which has what they share with it: no page pays for what it has not.
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
