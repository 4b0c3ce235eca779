import type { Conference } from "#app/conference/types.ts";

/** The page brings its facts (components/page/deferred-scripts.tsx); null on the sample's. */
export function readConferenceFile(): Conference | null {
  const text = document.getElementById("conference")?.textContent;
  return text ? JSON.parse(text) : null;
}
