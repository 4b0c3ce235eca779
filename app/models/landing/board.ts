import type { ListedSession } from "#app/models/landing/landing.ts";

/** A session as a screen in the foyer has it. */
export type BoardSession = Pick<ListedSession, "id" | "title" | "type" | "track"> & {
  start: number;
  end: number;
  speakers: string[];
};

/** What is on, and what comes next; before the day nothing is, and its first sessions come next. */
export type Board = {
  kind: "before" | "day" | "after";
  now: BoardSession[];
  next: BoardSession[];
  /** Whether it is between two sessions. */
  isBreak: boolean;
  /** Whether the day has begun, so that people are let in. */
  isOpen: boolean;
};
