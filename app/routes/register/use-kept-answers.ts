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
      kept = answersIn(element);
    };
  }, []);
  useEffect(() => {
    // A document that goes takes them along: reloading, closing the tab, an address that is typed.
    const ask = (event: BeforeUnloadEvent) => {
      const { registrationType: _, favoredStream: __, ...texts } = answersIn(form.current);
      if (Object.values(texts).some(Boolean)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return { form, answers };
}

function answersIn(form: HTMLFormElement | null): Answers {
  const fields = new FormData(form ?? undefined);
  return Object.fromEntries(
    REGISTRATION_FIELDS.flatMap((name) => (fields.has(name) ? [[name, String(fields.get(name))]] : [])),
  );
}

/** Who has registered is done with them; the next one at this computer is somebody else. */
export function useForgetAnswers(): void {
  useEffect(() => {
    kept = {};
  }, []);
}
