import { conference, isFromFile } from "#app/conference/conference.ts";

/** The facts of a CONFERENCE_FILE for the scripts of the page, which were built without it. */
export function ConferenceData() {
  if (!isFromFile) return null;
  return (
    <script
      type="application/json"
      id="conference"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a text in a script element is not escaped otherwise
      dangerouslySetInnerHTML={{ __html: JSON.stringify(conference).replaceAll("<", "\\u003c") }}
      suppressHydrationWarning
    />
  );
}
