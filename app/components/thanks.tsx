import { conference } from "#app/conference/conference.ts";
import { nonBreaking } from "#app/platform/text.ts";

export function Thanks() {
  const { name, date, contact } = conference;
  return (
    <>
      {`${name} took place on ${nonBreaking(date.long)}. Thank you to everyone who came.`}
      {contact.email !== null && (
        <>
          {" "}
          For questions about a registration, write to{" "}
          <a className="text-link" href={`mailto:${contact.email}`}>
            {contact.email}
          </a>
          .
        </>
      )}
    </>
  );
}
