import { href } from "react-router";
import { ContactLink, TextLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";

export function UnknownRegistration() {
  return (
    <div className="page-width page-body">
      <title>{`Registration Not Found – ${conference.name}`}</title>
      <p className="font-semibold text-muted">404</p>
      <h1 className="mt-2 text-3xl">Registration Not Found</h1>
      <p className="mt-4 max-w-2xl">
        We can’t find a registration at this link. Check that you’ve copied the whole link from our email. If
        you have, the registration has been deleted or passed to someone else. You can{" "}
        <TextLink to={href("/register")}>register</TextLink>, or write to <ContactLink />.
      </p>
    </div>
  );
}
