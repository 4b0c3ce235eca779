import { ContactLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";

export function ConferenceOverText() {
  const { name, date } = conference;
  return (
    <>
      {`${name} took place on ${addNonBreakingSpaces(date.long)}. Thank you to everyone who came. For questions about a registration, write to `}
      <ContactLink />.
    </>
  );
}
