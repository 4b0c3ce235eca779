import { csvOf } from "#app/routes/admin/import/list-file.server.ts";

export const meta = () => [];

export const middleware = [csvOf("connection")];

export default function NoPage() {
  return null;
}
