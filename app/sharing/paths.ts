import { href } from "react-router";

export const CARD_PATH = href("/og.png");
/** In pixels: what those who share pages show whole. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
export const sessionCardPath = (programSessionId: number): string =>
  href("/og/:id.png", { id: String(programSessionId) });
export const sessionPath = (programSessionId: number): string => `${href("/")}?session=${programSessionId}`;
export const speakerPath = (speakerId: number): string => `${href("/")}?speaker=${speakerId}`;
