import { href } from "react-router";
import { conference } from "#app/conference/conference.ts";
import type { DialogSession, DialogSpeaker } from "#app/models/landing/landing.ts";
import { isCancelled } from "#app/vocabulary/program.ts";

/** URLs are absolute, because other sites and programs read them. */
export type SharingData = {
  url: string;
  title: string;
  description: string;
  image: string;
  imageAlt: string;
  /** schema.org data as JSON that is safe inside a script element. */
  jsonLd: string | null;
};

export const CARD_PATH = href("/og.png");
/** In pixels. Social networks do not crop images with a ratio of 1.91 to 1. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
export const sessionCardPath = (programSessionId: number): string =>
  href("/og/:id.png", { id: String(programSessionId) });
export const speakerCardPath = (speakerId: number) => href("/og/speakers/:id.png", { id: String(speakerId) });
export const sessionPath = (programSessionId: number): string => `${href("/")}?session=${programSessionId}`;
export const speakerPath = (speakerId: number): string => `${href("/")}?speaker=${speakerId}`;

/** Marks a cancelled session in plain text, where a title cannot be struck through. */
export const cancelledTitle = ({ title, status }: { title: string; status?: string }): string =>
  isCancelled({ status }) ? `Cancelled: ${title}` : title;

export const sessionSummary = ({ title, time, description, status }: DialogSession) => ({
  title: `${cancelledTitle({ title, status })} – ${conference.name}`,
  description: excerpt(description ?? `${title}, ${time}, at ${conference.name}.`),
});

export const speakerSummary = ({ name, title, company, bio }: DialogSpeaker) => ({
  title: `${name} – ${conference.name}`,
  description: excerpt(bio ?? `${[name, title, company].filter(Boolean).join(", ")}, at ${conference.name}.`),
});

const LIMIT = 160;
/** Shortens the text, because search results and link previews cut off longer text. */
const excerpt = (text: string) => (text.length > LIMIT ? `${text.slice(0, LIMIT - 1).trimEnd()}…` : text);

/** Pages of text in routes/notices/. The footer links to them, and the sitemap lists them. */
export const NOTICES = {
  "/privacy": {
    title: "Privacy",
    description: `The data that the ${conference.name} site stores about you, how long it is kept, and how to have it deleted.`,
  },
  "/accessibility": {
    title: "Accessibility",
    description: `Accessibility of the ${conference.name} site: known problems, and how to report others.`,
  },
};
export type NoticePath = keyof typeof NOTICES;
