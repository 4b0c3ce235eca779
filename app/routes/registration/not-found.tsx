// A private link without its token, or with more: copied in part from an email, for example.
import { data } from "react-router";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";

export const loader = () => data(null, { status: 404 });

export default UnknownRegistration;
