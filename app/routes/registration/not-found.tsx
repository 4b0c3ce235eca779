// Page for private links that are incomplete or have extra text, as may happen when copied from an email.
import { data } from "react-router";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";

export const loader = () => data(null, { status: 404 });

export default UnknownRegistration;
