import { ContactLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";

/** `isOver` is false if registration has ended before the conference. */
export function ConferenceOverText({ isOver }: { isOver: boolean }) {
  const { name, date } = conference;
  return (
    <>
      {isOver && `${name} took place on ${addNonBreakingSpaces(date.long)}. Thank you to everyone who came. `}
      {"For questions about a registration, write to "}
      <ContactLink />.
    </>
  );
}
