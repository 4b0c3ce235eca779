import type { Break } from "./break.ts";

export const FORMS_BREAKS: Break[] = [];
