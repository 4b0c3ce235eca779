import type { Conference } from "#app/conference/schema.server.ts";

/** Reads the conference data from the page (deferred-scripts.tsx). Returns null for the sample. */
export function readConferenceFile(): Conference | null {
  const text = document.getElementById("conference")?.textContent;
  return text ? JSON.parse(text) : null;
}
