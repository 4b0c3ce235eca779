import { data } from "react-router";
import { NotFoundPage } from "#app/components/page/error-pages.tsx";
import type { SharedPage } from "#app/http/cache-policy.server.ts";

export const handle: SharedPage = { shared: {} };

export const loader = () => data(null, { status: 404 });
export const action = loader;

export default NotFoundPage;
