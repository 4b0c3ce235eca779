import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { REGISTRATION_FIELDS, type RegistrationField } from "#app/vocabulary/registration.ts";

type Answers = Partial<Record<RegistrationField, string>>;

/** What was typed. In memory alone, as long as this tab stays on the site. */
let kept: Answers = {};

/**
 * What was typed before somebody went to another page and came back, as browsers keep it from one document to the next,
 * but not where a script has changed the page. `form` belongs on the form.
 */
export function useKeptAnswers(): { form: RefObject<HTMLFormElement | null>; answers: Answers } {
  const form = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const isByLink = useNavigationType() !== "POP";
  const [answers] = useState(() => {
    const { registrationType: _, ...others } = kept;
    // A link that chooses the pass is pressed for that pass.
    return isByLink && new URLSearchParams(search).has("type") ? others : kept;
  });
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      const fields = new FormData(element ?? undefined);
      kept = Object.fromEntries(
        REGISTRATION_FIELDS.flatMap((name) => (fields.has(name) ? [[name, String(fields.get(name))]] : [])),
      );
    };
  }, []);
  useEffect(() => {
    // A document that goes takes them along: reloading, closing the tab, an address that is typed.
    const ask = (event: BeforeUnloadEvent) => {
      if (form.current && hasTyped(form.current)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return { form, answers };
}

/** Whether a text that somebody would have to type again is not as the page brought it. */
const hasTyped = (form: HTMLFormElement): boolean =>
  [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      "input:not([type]), input[type=email], input[type=tel], input[type=url], input[type=text], textarea",
    ),
  ].some(({ name, value }) => value !== "" && REGISTRATION_FIELDS.includes(name as RegistrationField));

/** Who has registered is done with them; the next one at this computer is somebody else. */
export function useForgetAnswers(): void {
  useEffect(() => {
    kept = {};
  }, []);
}
