import { aFormId } from "./form-id.ts";

export function registration(changes: Record<string, string> = {}): Record<string, string> {
  return {
    registrationType: "pr_pass",
    name: "Noor Haddad",
    email: "noor@example.com",
    phone: "0400 555 010",
    jobTitle: "Communications lead",
    favoredStream: "b2b",
    notes: "Vegetarian",
    ...changes,
  };
}

/** The registration as the form sends it, with a one-time id. */
export const registrationForm = (changes: Record<string, string> = {}): Record<string, string> => ({
  formId: aFormId(),
  ...registration(changes),
});

export const SPEAKER = {
  name: "Zara Quill",
  pronouns: "ze/zir",
  title: "Editor",
  company: "The Quill",
  category: "tech",
  bio: "Writes.",
};
export const SESSION = {
  title: "Late news",
  time: "4:30 PM",
  type: "panel",
  track: "none",
  description: "Short.",
};
