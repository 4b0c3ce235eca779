import { sendCsv } from "#app/routes/admin/import/csv-response.server.ts";

export const middleware = [sendCsv];

export default function NoPage() {
  return null;
}
