import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { licenceNotice, licences } from "./dev/build/licences.ts";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), licences()],
  // Drizzle's own files, every dialect of it, take a hundred megabytes and a quarter of the start; what the
  // server has a use for is part of its build. opentype.js has no entry that Node takes for a module.
  ssr: { noExternal: [/^drizzle-orm/, "opentype.js"] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            postBanner: licenceNotice,
            // Few files: the framework, and what the public pages share. The panel stays apart.
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown|vite\/preload-helper/,
                },
                { name: "forms", test: /@conform-to|\/app\/components\/form\// },
                {
                  name: "site",
                  test: /\/app\/(conference|vocabulary|platform|http|hooks|models\/(?!history|editable)|routes\/home\/use-|components\/(?!admin|landing|form|url-dialog))/,
                },
                // After what it shares with the site: the form has no dialog, and would pay for it.
                { name: "dialog", test: /@radix-ui|aria-hidden|\/app\/components\/url-dialog/ },
              ],
            },
          },
        },
      },
    },
  },
});
