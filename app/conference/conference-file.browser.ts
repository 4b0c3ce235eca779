import type { Conference } from "#app/conference/types.ts";

/** Reads the facts from the page (components/page/deferred-scripts.tsx); null for the sample. */
export function readConferenceFile(): Conference | null {
  const text = document.getElementById("conference")?.textContent;
  return text ? JSON.parse(text) : null;
}
