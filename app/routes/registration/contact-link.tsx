import { conference } from "#app/conference/conference.ts";

const { email } = conference.contact;

/** The address to write to, where the conference has one. */
export const ContactLink = () => (
  <a className="text-link" href={`mailto:${email}`}>
    {email}
  </a>
);
