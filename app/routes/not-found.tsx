import { data } from "react-router";
import { NotFoundPage } from "#app/components/not-found-page.tsx";

export const loader = () => data(null, { status: 404 });
export const action = loader;

export default NotFoundPage;
