import { sendCsv } from "#app/routes/admin/import/list-file.server.ts";

export const meta = () => [];

export const middleware = [sendCsv];

export default function NoPage() {
  return null;
}
