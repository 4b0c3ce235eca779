import type { Break } from "./break.ts";

export const PAGES_BREAKS: Break[] = [];
