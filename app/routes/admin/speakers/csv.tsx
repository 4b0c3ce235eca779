import { csvOf } from "#app/routes/admin/import/list-file.server.ts";

// The page of a refusal brings its title along.
export const meta = () => [];

/** GET /admin/speakers.csv: all of them as a spreadsheet, which can be changed there and imported. */
export const middleware = [csvOf("speaker")];

export default function NoPage() {
  return null;
}
