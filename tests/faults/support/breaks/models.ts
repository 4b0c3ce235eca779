import type { Break } from "./break.ts";

export const MODELS_BREAKS: Break[] = [];
