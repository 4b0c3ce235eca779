import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { REGISTRATION_FIELDS, type RegistrationField } from "#app/vocabulary/registration.ts";

type Answers = Partial<Record<RegistrationField, string>>;

/** In memory alone, as long as this tab stays on the site. */
let kept: Answers = {};

/** Keeps what was typed while the visitor is on another page, as browsers do between documents. */
export function useKeptAnswers(): { form: RefObject<HTMLFormElement | null>; answers: Answers } {
  const form = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const isByLink = useNavigationType() !== "POP";
  const [answers] = useState(() => {
    const { registrationType: _, ...others } = kept;
    // A link that chooses the pass wins.
    return isByLink && new URLSearchParams(search).has("type") ? others : kept;
  });
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      kept = answersIn(element);
    };
  }, []);
  useEffect(() => {
    // Leaving the document would lose the texts.
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

/** The next person at this computer gets an empty form. */
export function useForgetAnswers(): void {
  useEffect(() => {
    kept = {};
  }, []);
}
