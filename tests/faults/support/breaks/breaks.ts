import { ACCESS_BREAKS } from "./access.ts";
import type { Break } from "./break.ts";
import { DESK_BREAKS } from "./desk.ts";
import { ELSEWHERE_BREAKS } from "./elsewhere.ts";
import { FORMS_BREAKS } from "./forms.ts";
import { HAND_BREAKS } from "./hand.ts";
import { INPUT_BREAKS } from "./input.ts";
import { LISTS_BREAKS } from "./lists.ts";
import { MAIL_BREAKS } from "./mail.ts";
import { MODELS_BREAKS } from "./models.ts";
import { MOMENTS_BREAKS } from "./moments.ts";
import { ORGANISERS_BREAKS } from "./organisers.ts";
import { PAGES_BREAKS } from "./pages.ts";
import { STORAGE_BREAKS } from "./storage.ts";

/** Every break that `npm run test:breaks` makes, by what it concerns. */
export const BREAKS: Break[] = [
  ...STORAGE_BREAKS,
  ...ACCESS_BREAKS,
  ...INPUT_BREAKS,
  ...DESK_BREAKS,
  ...FORMS_BREAKS,
  ...HAND_BREAKS,
  ...LISTS_BREAKS,
  ...MAIL_BREAKS,
  ...ORGANISERS_BREAKS,
  ...PAGES_BREAKS,
  ...MOMENTS_BREAKS,
  ...MODELS_BREAKS,
  ...ELSEWHERE_BREAKS,
];
