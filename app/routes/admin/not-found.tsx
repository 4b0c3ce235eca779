import { data } from "react-router";
import { PanelNotFound } from "#app/components/admin/fallback-pages.tsx";

export const loader = () => data(null, { status: 404 });
export const action = loader;

export default function NotFound() {
  return <PanelNotFound />;
}
