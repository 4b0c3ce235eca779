import { href, Link } from "react-router";
import { conference } from "#app/conference/conference.ts";

/** In place of the form when the day is over. */
export function Closed() {
  const { name, date, contact } = conference;
  return (
    <div className="page-width page-body">
      <title>{`Registration is closed – ${name}`}</title>
      <h1 className="text-3xl">Delegate Registration</h1>
      <p className="mt-2 text-muted text-xl">Registration is closed.</p>
      <p className="mt-6 max-w-2xl">
        {`${name} was on ${date.long}. Thank you to everybody who came.`}
        {contact.email !== null && (
          <>
            {" "}
            If you want to ask about your registration, write to{" "}
            <a className="text-link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
            .
          </>
        )}
      </p>
      <p className="mt-8">
        <Link to={`${href("/")}#program`} className="button">
          What was said
        </Link>
      </p>
    </div>
  );
}
