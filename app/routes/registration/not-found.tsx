// Page for private links that were copied incompletely or with extra text.
import { data } from "react-router";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";

export const loader = () => data(null, { status: 404 });

export default UnknownRegistration;
