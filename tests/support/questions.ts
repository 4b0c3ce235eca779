// A conference that asks questions of its own, and those it asks after two of them left the file.
import { conferenceWithPlaces, guest } from "./places.ts";

export const MEAL = {
  id: "meal",
  label: "Which lunch would you like?",
  kind: "choice",
  choices: ["Fish", "Beans"],
  isRequired: true,
};
const DIET = { id: "diet", label: "Diet or allergies", kind: "text", isSensitive: true };
const NEED = { id: "need", label: "Seat", kind: "choice", choices: ["Ramp", "Front"], isSensitive: true };
const HOTEL = { id: "hotel", label: "Hotel", kind: "line" };
const DINNER = { id: "dinner", label: "I’ll come to the dinner", kind: "tick" };
const BEAT = { id: "beat", label: "Your beat", kind: "line", isRequired: true, passes: ["press"] };

export const asking = (...questions: object[]) => conferenceWithPlaces({ waitingList: false }, { questions });
export const ASKING = () => asking(MEAL, DIET, NEED, HOTEL, DINNER, BEAT);
/** The file later, without the questions about the hotel and the dinner. */
export const ASKING_LESS = () => asking(MEAL, DIET);

export const ANSWERS = {
  meal: "Beans",
  diet: "No walnuts\nat all",
  need: "Ramp",
  hotel: "Hotel Norge",
  dinner: "yes",
};
export const SECRETS = ["walnuts", "Ramp"];
export const guestWith = (name: string, answers: Record<string, string> = ANSWERS) => ({
  ...guest(name),
  answers,
});
/** The same as the fields of a form. */
export const fieldsWith = (
  name: string,
  answers: Record<string, string> = ANSWERS,
): Record<string, string> => ({
  ...guest(name),
  ...Object.fromEntries(Object.entries(answers).map(([id, answer]) => [`answers.${id}`, answer])),
});
